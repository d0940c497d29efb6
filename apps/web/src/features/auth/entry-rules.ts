import { canonicalEmail } from '@florin/contract';
import { missingNewPassword, problemOfNewPassword } from '../../wallet-ui/new-password-rules.ts';

/** The problem of a form: the message for the toast, and the error text for each affected field. */
export type Problem<Field extends string> = { message: string; at: Readonly<Partial<Record<Field, string>>> };

type Credentials = { email: string; password: string };
export type LoginFields = Credentials & { remember: boolean };
export type SignupFields = { name: string; email: string; password: string; confirmation: string };
type ResetFields = { password: string; confirmation: string };

// Rules sign-in-3 and sign-in-8 define these checks and their order.

export function problemOfLogin(fields: Credentials): Problem<keyof Credentials> | undefined {
  return emptyFields(fields, { email: 'Enter your email', password: 'Enter your password' });
}

export function problemOfSignup(fields: SignupFields): Problem<keyof SignupFields> | undefined {
  const missing = {
    name: 'Enter your name',
    email: 'Enter your email',
    password: 'Enter a password',
    confirmation: missingNewPassword.confirmation,
  };
  return emptyFields(fields, missing) ?? passwordProblem(fields) ?? emailProblem(fields);
}

/** The error for an invalid email address. The server uses the same parser. */
export const invalidEmail = 'This is not an email address. Enter one such as name@example.com';

function emailProblem({ email }: SignupFields): Problem<'email'> | undefined {
  return canonicalEmail(email) === undefined ? at('email', invalidEmail) : undefined;
}

export function problemOfReset(fields: ResetFields): Problem<keyof ResetFields> | undefined {
  return emptyFields(fields, missingNewPassword) ?? passwordProblem(fields);
}

function passwordProblem(fields: ResetFields): Problem<keyof ResetFields> | undefined {
  const problem = problemOfNewPassword(fields);
  return problem && at(problem.field, problem.message);
}

function emptyFields<Field extends string>(
  values: Record<Field, unknown>,
  missing: Readonly<Record<Field, string>>,
): Problem<Field> | undefined {
  const empty = Object.entries(missing).filter(([field]) => String(values[field as Field]).trim() === '');
  return empty.length > 0
    ? { message: 'Please fill in all fields', at: Object.fromEntries(empty) as Problem<Field>['at'] }
    : undefined;
}

const at = <Field extends string>(field: Field, message: string) =>
  ({ message, at: { [field]: message } }) as Problem<Field>;
