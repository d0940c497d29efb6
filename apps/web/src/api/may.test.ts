import { businessRoles, permissions } from '@florin/contract';
import { expect, test } from 'vitest';
import { acmeAs } from '../../test/acme.ts';
import { ines } from '../../test/ines.ts';
import { may } from './may.ts';

test('a person may do everything in their own account', () => {
  expect(permissions.every((permission) => may(ines, permission))).toBe(true);
});

test('a role in a business allows only its permissions', () => {
  const allowed = businessRoles.map((role) => [role, permissions.filter((each) => may(acmeAs(role), each)).join(' ')]);
  expect(Object.fromEntries(allowed)).toEqual({
    owner: 'read export pay approve manage',
    admin: 'read export pay approve manage',
    payer: 'read pay',
    approver: 'read approve',
    accountant: 'read export',
    viewer: 'read',
  });
});
