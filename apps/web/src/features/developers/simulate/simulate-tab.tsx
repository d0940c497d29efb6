import { DepositArrives } from './deposit-arrives.tsx';
import { PriceMoves } from './price-moves.tsx';
import { TestClockSection } from './test-clock-section.tsx';
import { WithdrawalReturns } from './withdrawal-returns.tsx';
import styles from './simulate.module.css';

/** The test clock of the account, and the external events that a sandbox can simulate. Live mode does not show it. */
export const SimulateTab = () => (
  <>
    <TestClockSection />
    <section className="ledger" aria-labelledby="simulate">
      <header>
        <h2 id="simulate">Simulate</h2>
      </header>
      <div className={styles.forms}>
        <DepositArrives />
        <WithdrawalReturns />
        <PriceMoves />
      </div>
    </section>
  </>
);
