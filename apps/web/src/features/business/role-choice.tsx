import { businessRoles, roleTitles, type BusinessRole, type User } from '@florin/contract';
import { useId } from 'react';
import { roleAbouts } from './business-words.ts';
import styles from './business.module.css';

type RoleChoiceProps = { viewer: User; value: BusinessRole; onChange: (role: BusinessRole) => void };

/** The roles that the viewer may give, with the rights of each role. */
export function RoleChoice({ viewer, value, onChange }: RoleChoiceProps) {
  const name = useId();
  const offered = businessRoles.filter((role) => role !== 'owner' || viewer.business?.role === 'owner');
  return (
    <fieldset className={styles.roles}>
      <legend className="label">Role</legend>
      {offered.map((role) => (
        <label className={styles.role} key={role}>
          <input
            type="radio"
            name={name}
            aria-label={roleTitles[role]}
            aria-describedby={`${name}-${role}`}
            checked={value === role}
            onChange={() => onChange(role)}
          />
          <span className="strong">{roleTitles[role]}</span>
          <span className="small muted" id={`${name}-${role}`}>
            {roleAbouts[role]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
