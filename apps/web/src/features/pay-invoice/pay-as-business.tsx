import { permissionsOf } from '@florin/contract';
import { useQuery } from '@tanstack/react-query';
import { account } from '../../api/account.ts';
import { businessesQuery } from '../../api/queries-of-businesses.ts';
import { inBusiness } from '../../paths.ts';

/** Links to this page in the accounts of the businesses for which the member may pay. */
export function PayAsBusiness({ token }: { token: string }) {
  const { data: businesses = [] } = useQuery({ ...businessesQuery, enabled: account === undefined });
  return businesses
    .filter(({ role }) => permissionsOf[role].includes('pay'))
    .map(({ handle, name }) => (
      <p key={handle} className="small">
        <a className="link" href={inBusiness(handle, `/i/${token}`)}>
          Pay as {name}
        </a>
      </p>
    ));
}
