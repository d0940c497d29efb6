import { ruleSentence, type OwnRules, type PaymentRule } from '@florin/contract';
import { Link } from '@tanstack/react-router';
import { Clock, FlaskConical, Pencil, Plus, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { refusalCode, troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { DiscardQuestion } from '../../../ui/use-discard-question.tsx';
import { useLeaveQuestion } from '../../../wallet-ui/use-leave-question.tsx';
import { freeName } from './rule-draft.ts';
import { RuleDialog } from './rule-dialog.tsx';
import { RuleList } from './rule-list.tsx';
import { dryRunText, useRules } from './use-rules.ts';
import styles from './rules.module.css';

type Opened = { readonly rule: PaymentRule | undefined };

/** Changes the rules as a draft, tries the draft on past payments and saves the draft. */
export function RulesEditor({ saved }: { saved: OwnRules }) {
  const editor = useRules(saved);
  const [opened, setOpened] = useState<Opened>();
  const [isDiscarding, setIsDiscarding] = useState(false);
  const { rules, isChanged } = editor;
  const leaveQuestion = useLeaveQuestion(isChanged);
  const byName = (name: string) => rules.find((each) => each.name === name);
  return (
    <section className="ledger" aria-labelledby="rules">
      <header>
        <h2 id="rules">Rules for payments</h2>
        <Button size="s" onClick={() => setOpened({ rule: undefined })}>
          <Icon as={Plus} size={16} />
          Add a rule
        </Button>
      </header>
      <RuleList
        rules={rules.map((rule) => ({ name: rule.name, sentence: ruleSentence(rule) }))}
        actsOf={(name, sentence) => (
          <>
            <IconButton icon={Pencil} label={`Change: ${sentence}`} onClick={() => setOpened({ rule: byName(name) })} />
            <IconButton icon={Trash2} label={`Remove: ${sentence}`} onClick={() => editor.remove(name)} />
          </>
        )}
      />
      <p className={`small muted ${styles.about}`}>
        If several rules apply, the strictest counts. Other currencies count by their value in US dollars.
      </p>
      <Outcome editor={editor} />
      <div className={styles.buttons}>
        {isChanged && (
          <Button variant="primary" busy={editor.saving.busy} needsServer onClick={editor.save}>
            {editor.saving.busy ? 'Saving...' : 'Save the rules'}
          </Button>
        )}
        <Button busy={editor.trying.busy} needsServer onClick={() => editor.trying.run(rules)}>
          {editor.trying.busy ? 'Trying...' : 'Try on the last 90 days'}
        </Button>
        {isChanged && (
          <Button variant="quiet" disabled={editor.saving.busy} onClick={() => setIsDiscarding(true)}>
            Discard
          </Button>
        )}
      </div>
      {isDiscarding && (
        <DiscardQuestion
          onDiscard={() => {
            editor.discard();
            setIsDiscarding(false);
          }}
          onKeep={() => setIsDiscarding(false)}
        />
      )}
      {leaveQuestion}
      {opened && (
        <RuleDialog
          rule={opened.rule}
          name={opened.rule?.name ?? freeName([...rules, ...saved.rules])}
          onKeep={editor.keep}
          onClose={() => setOpened(undefined)}
        />
      )}
    </section>
  );
}

function Outcome({ editor: { dryRun, proposed, trying, saving, discard } }: { editor: ReturnType<typeof useRules> }) {
  const error = saving.error ?? trying.error;
  return (
    <div className={styles.outcome}>
      {dryRun && (
        <Notice icon={FlaskConical} scrollsIntoView>
          {dryRunText(dryRun)}
        </Notice>
      )}
      {proposed && (
        <Notice icon={Clock} tone="warn" scrollsIntoView>
          <b>The change waits for approval.</b> Until then, the rules above apply.{' '}
          <Link className="link" to="/approvals">
            Approvals
          </Link>
        </Notice>
      )}
      {error && (
        <Notice icon={TriangleAlert} tone="bad" scrollsIntoView>
          {troubleText(error)}{' '}
          {refusalCode(error) === 'rules_changed' && (
            <button type="button" className="link" onClick={discard}>
              Show the current rules
            </button>
          )}
        </Notice>
      )}
    </div>
  );
}
