/** An amount in dollars that the server writes into the page, in the markup of `AmountText`. */
export const ConfiguredAmount = ({ name, sign }: { name: string; sign?: '−' }) => (
  <span className="amount">
    {sign && <span className="amount-sign">{sign}</span>}
    <span className="amount-currency">$</span>
    {`{{${name}.major}}`}
    <span className="amount-minor">{`{{${name}.minor}}`}</span>
  </span>
);
