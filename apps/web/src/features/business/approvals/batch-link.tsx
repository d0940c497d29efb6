import { Link } from '@tanstack/react-router';

/** Opens the file of payments with its totals and rows. */
export const BatchLink = ({ id, title }: { id: string; title: string }) => (
  <Link className="link" to="/batch-payouts/$id" params={{ id }}>
    See all rows<span className="screen-reader"> of {title}</span>
  </Link>
);
