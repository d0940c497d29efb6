import type { EventType } from '@florin/contract';
import { useState } from 'react';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { eventTypeList, eventWords } from '../event-words.ts';
import styles from '../developers.module.css';

type TypeChoiceProps = { chosen: readonly EventType[]; onChange: (chosen: readonly EventType[]) => void };

/** All events, or some types. No chosen type means all types, including future types. */
export function TypeChoice({ chosen, onChange }: TypeChoiceProps) {
  const [isOpen, setIsOpen] = useState(chosen.length > 0);
  return (
    <fieldset className={styles.choice}>
      <legend className="label">Events</legend>
      <Checkbox
        label="All events, also future types"
        checked={chosen.length === 0 && !isOpen}
        onChange={({ target }) => {
          setIsOpen(!target.checked);
          if (target.checked) onChange([]);
        }}
      />
      {isOpen && (
        <div className={styles.types}>
          {eventTypeList.map((type) => (
            <Checkbox
              key={type}
              checked={chosen.includes(type)}
              onChange={({ target }) =>
                onChange(eventTypeList.filter((each) => (each === type ? target.checked : chosen.includes(each))))
              }
              label={
                <span>
                  {eventWords[type]} <code className="small muted">{type}</code>
                </span>
              }
            />
          ))}
        </div>
      )}
      {isOpen && chosen.length === 0 && <p className="help">Without a choice, the webhook gets all events.</p>}
    </fieldset>
  );
}
