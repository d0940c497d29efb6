import { permissionsOf, type Permission, type User } from '@florin/contract';
import { useSession } from './session.ts';

/** Whether the user's role in the business allows something. A person may do everything in their own account. */
export const may = (user: Pick<User, 'business'> | null, permission: Permission): boolean =>
  !user?.business || permissionsOf[user.business.role].includes(permission);

export function useMay(permission: Permission): boolean {
  return may(useSession().user, permission);
}
