import { canonicalEmail } from '@florin/contract';
import { problemOfNewPassword } from '../../wallet-ui/new-password-rules.ts';

/** What is wrong with a form: one sentence, and the fields it belongs to. */
export type Problem<Field extends string> = { message: string; fields: readonly Field[] };

type Credentials = { email: string; password: string };
export type LoginFields = Credentials & { remember: boolean };
type SignupFields = { name: string; email: string; password: string; confirmation: string };
type ResetFields = { password: string; confirmation: string };

// The specification's checks in its order (section 5).

export function problemOfLogin(fields: Credentials): Problem<keyof Credentials> | undefined {
  return emptyFields(fields, ['email', 'password']);
}

export function problemOfSignup(fields: SignupFields): Problem<keyof SignupFields> | undefined {
  return (
    emptyFields(fields, ['name', 'email', 'password', 'confirmation']) ?? unfitPassword(fields) ?? unfitEmail(fields)
  );
}

/** The server reads addresses with the same parser. */
export const notAnAddress = 'This is not an email address. Enter one such as name@example.com';

function unfitEmail({ email }: SignupFields): Problem<'email'> | undefined {
  return canonicalEmail(email) === undefined ? { message: notAnAddress, fields: ['email'] } : undefined;
}

export function problemOfReset(fields: ResetFields): Problem<keyof ResetFields> | undefined {
  return emptyFields(fields, ['password', 'confirmation']) ?? unfitPassword(fields);
}

function unfitPassword(fields: ResetFields): Problem<keyof ResetFields> | undefined {
  const problem = problemOfNewPassword(fields);
  return problem && { message: problem.message, fields: [problem.field] };
}

function emptyFields<Field extends string>(
  values: Record<Field, unknown>,
  required: readonly Field[],
): Problem<Field> | undefined {
  const fields = required.filter((field) => String(values[field]).trim() === '');
  return fields.length > 0 ? { message: 'Please fill in all fields', fields } : undefined;
}
