import { Link } from '@tanstack/react-router';
import { Fact } from '../../ui/fact.tsx';
import styles from './sandbox.module.css';

/** Lists the test inputs and results of the sandbox's cards, bank and identity check. Results are deterministic. */
export function WhatToTry() {
  return (
    <section className={`ledger ${styles.whatToTry}`} aria-labelledby="what-to-try">
      <header>
        <h2 id="what-to-try">What you can try</h2>
      </header>
      <h3>Cards</h3>
      <dl>
        <Fact name={<code>tok_visa</code>}>Visa •••• 4242. Every charge succeeds.</Fact>
        <Fact name={<code>tok_mastercard</code>}>Mastercard •••• 4444. Every charge succeeds.</Fact>
        <Fact name={<code>tok_declined</code>}>Visa •••• 0002. Every charge is declined.</Fact>
      </dl>
      <h3>Bank</h3>
      <dl>
        <Fact name="Any amount">
          Succeeds. You can cancel a withdrawal for about eight seconds. Then the bank takes three more.
        </Fact>
        <Fact name="Ending in .13">The bank returns the money.</Fact>
        <Fact name="Ending in .44">Stays pending forever.</Fact>
      </dl>
      <h3>Identity check</h3>
      <dl>
        <Fact name="Any last name">Verified about three seconds after submission.</Fact>
        <Fact name={<code>Review</code>}>Needs operator review.</Fact>
        <Fact name={<code>Blurry</code>}>Needs a new document photo, once.</Fact>
        <Fact name={<code>Glasses</code>}>Needs a new selfie, once.</Fact>
        <Fact name={<code>Deny</code>}>Denied. Can start over after 30 days.</Fact>
      </dl>
      <p className={`small muted ${styles.hint}`}>
        Add Funds and Withdraw on the{' '}
        <Link className="link" to="/dashboard">
          Dashboard
        </Link>{' '}
        offer these cards and a bank account. The tokens are for the API.
      </p>
    </section>
  );
}
