import { buttonClass } from '../../ui/button.tsx';
import { Rosette } from '../../ui/rosette.tsx';
import styles from './plans.module.css';

export function ClosingCall() {
  return (
    <section className="wrap">
      <div className={`slab ${styles.closingCall}`}>
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
