import { passwordMinimum } from '@florin/contract';

/** What is wrong with a form: one sentence, and the fields it belongs to. */
export type Problem<Field extends string> = { message: string; fields: readonly Field[] };

export type LoginFields = { email: string; password: string; remember: boolean };
export type SignupFields = { name: string; email: string; password: string; confirmation: string };

// The specification's checks in its order (section 5).

export function problemOfLogin(fields: LoginFields): Problem<keyof LoginFields> | undefined {
  return emptyFields(fields, ['email', 'password']);
}

export function problemOfSignup(fields: SignupFields): Problem<keyof SignupFields> | undefined {
  const empty = emptyFields(fields, ['name', 'email', 'password', 'confirmation']);
  if (empty) return empty;
  if (fields.password !== fields.confirmation) return { message: 'Passwords do not match', fields: ['confirmation'] };
  if (fields.password.length < passwordMinimum)
    return { message: `Password must be at least ${passwordMinimum} characters`, fields: ['password'] };
  return undefined;
}

function emptyFields<Field extends string>(
  values: Record<Field, unknown>,
  required: readonly Field[],
): Problem<Field> | undefined {
  const fields = required.filter((field) => String(values[field]).trim() === '');
  return fields.length > 0 ? { message: 'Please fill in all fields', fields } : undefined;
}
