import type { KeyScope } from '@florin/contract';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { isLive } from '../../../api/page-settings.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { scopes, scopeWords } from './key-words.ts';
import styles from '../developers.module.css';

type ScopeChoiceProps = {
  chosen: readonly KeyScope[];
  fault: string | undefined;
  onChange: (chosen: readonly KeyScope[]) => void;
};

/** A live server has no simulations. */
const offered = () => scopes.filter((scope) => scope !== 'sandbox:write' || !isLive());

/** The scopes as checkboxes. The description of a scope precedes the scope's name. */
export function ScopeChoice({ chosen, fault, onChange }: ScopeChoiceProps) {
  const id = useId();
  return (
    <fieldset
      className={styles.choice}
      data-faulty={fault !== undefined || undefined}
      aria-describedby={fault === undefined ? undefined : id}
    >
      <legend className="label">What the key may do</legend>
      {offered().map((scope) => (
        <Checkbox
          key={scope}
          checked={chosen.includes(scope)}
          onChange={({ target }) =>
            onChange(scopes.filter((each) => (each === scope ? target.checked : chosen.includes(each))))
          }
          label={
            <span>
              {scopeWords[scope]} <code className="small muted">{scope}</code>
            </span>
          }
        />
      ))}
      {fault !== undefined && (
        <p className="help error" id={id}>
          <Icon as={TriangleAlert} size={16} />
          {fault}
        </p>
      )}
    </fieldset>
  );
}
