import { Link } from '@tanstack/react-router';
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
          <Link className={buttonClass({ variant: 'slab', size: 'l' })} to="/signup">
            Get Started Free
          </Link>
        </div>
      </div>
    </section>
  );
}
