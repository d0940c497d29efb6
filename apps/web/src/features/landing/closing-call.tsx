import { buttonClass } from '../../ui/button.tsx';
import { Rosette } from '../../ui/rosette.tsx';

export function ClosingCall() {
  return (
    <section className="wrap">
      <div className="slab cta">
        <Rosette size={860} />
        <div>
          <h2>
            Start with
            <br />a single cent.
          </h2>
          <a className={buttonClass({ variant: 'slab', size: 'l' })} href="/signup">
            Get Started Free
          </a>
        </div>
      </div>
    </section>
  );
}
