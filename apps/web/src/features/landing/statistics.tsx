import { statistics } from './landing-content.ts';

export function Statistics() {
  return (
    <dl className="stats">
      {statistics.map(({ figure, label }) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="muted">{label}</dt>
          <dd className="fig">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
