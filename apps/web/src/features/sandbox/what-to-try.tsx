import { Link } from '@tanstack/react-router';
import { Fact } from '../../ui/fact.tsx';

/** What the sandbox's card network, bank and identity check make of what they are given. The same every time. */
export function WhatToTry() {
  return (
    <section className="ledger sandbox-try" aria-labelledby="what-to-try">
      <header>
        <h2 id="what-to-try">What you can try</h2>
      </header>
      <h3>Cards</h3>
      <dl>
        <Fact name={<code>tok_visa</code>}>Visa •••• 4242. Every charge goes through.</Fact>
        <Fact name={<code>tok_mastercard</code>}>Mastercard •••• 4444. Every charge goes through.</Fact>
        <Fact name={<code>tok_declined</code>}>Visa •••• 0002. Every charge is declined.</Fact>
      </dl>
      <h3>Bank</h3>
      <dl>
        <Fact name="Any amount">
          Goes through. A withdrawal can be called back for about eight seconds; then the bank takes three more.
        </Fact>
        <Fact name="Ending in .13">Comes back from the bank, and so does the money.</Fact>
        <Fact name="Ending in .44">Never settles: it stays pending.</Fact>
      </dl>
      <h3>Identity check</h3>
      <dl>
        <Fact name="Any last name">Is verified about three seconds after it is submitted.</Fact>
        <Fact name={<code>Review</code>}>Waits for an operator.</Fact>
        <Fact name={<code>Blurry</code>}>Is asked once for another picture of the document.</Fact>
        <Fact name={<code>Glasses</code>}>Is asked once for another selfie.</Fact>
        <Fact name={<code>Deny</code>}>Is denied, and may begin again after thirty days.</Fact>
      </dl>
      <p className="small muted sandbox-hint">
        Add Funds and Withdraw on the{' '}
        <Link className="link" to="/dashboard">
          Dashboard
        </Link>{' '}
        offer these cards and a bank account. The tokens are for the API.
      </p>
    </section>
  );
}
