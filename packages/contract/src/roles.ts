import * as z from 'zod/mini';

export const businessRoles = ['owner', 'admin', 'payer', 'approver', 'accountant', 'viewer'] as const;
export const businessRole = z.enum(businessRoles);
export type BusinessRole = z.infer<typeof businessRole>;

/**
 * The permissions that calls need from a person who acts for a business.
 *
 * - `read` sees balances, history and people.
 * - `export` downloads the whole history and statements.
 * - `pay` prepares and makes payments and trades, within the rules.
 * - `approve` decides about the payments of others.
 * - `manage` changes people, rules, keys and bank accounts.
 */
export const permissions = ['read', 'export', 'pay', 'approve', 'manage'] as const;
export type Permission = (typeof permissions)[number];

export const permissionsOf: Readonly<Record<BusinessRole, readonly Permission[]>> = {
  owner: ['read', 'export', 'pay', 'approve', 'manage'],
  admin: ['read', 'export', 'pay', 'approve', 'manage'],
  payer: ['read', 'pay'],
  approver: ['read', 'approve'],
  accountant: ['read', 'export'],
  viewer: ['read'],
};

export const roleTitles: Readonly<Record<BusinessRole, string>> = {
  owner: 'Owner',
  admin: 'Admin',
  payer: 'Payer',
  approver: 'Approver',
  accountant: 'Accountant',
  viewer: 'Viewer',
};
