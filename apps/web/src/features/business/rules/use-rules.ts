import { endpoints, type OwnRules, type PaymentRule, type RulesDryRun } from '@florin/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../api/client.ts';
import { paymentRulesQuery } from '../../../api/queries-of-approvals.ts';
import { useCommand } from '../../../api/use-command.ts';
import { toast } from '../../../ui/toast.ts';

type Draft = { readonly rules: readonly PaymentRule[]; readonly version: number };
/** Tried rules, and the effects that they would have had. */
type Tried = RulesDryRun & { readonly rules: readonly PaymentRule[] };

/**
 * Holds the edited rules. The draft remembers its first version, so the server rejects the draft if another person has
 * changed the rules meanwhile.
 */
export function useRules(saved: OwnRules) {
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>();
  const [dryRun, setDryRun] = useState<Tried>();
  const [proposed, setProposed] = useState(false);
  const { rules, version } = draft ?? saved;
  const trying = useCommand({
    call: (tried: readonly PaymentRule[]) => api.call(endpoints.tryPaymentRules, { body: { rules: [...tried] } }),
    onDone: (answer, tried) => setDryRun({ ...answer, rules: tried }),
  });
  const saving = useCommand({
    call: save,
    onDone: ({ proposed: waiting, ...current }, sent) => {
      queryClient.setQueryData(paymentRulesQuery.queryKey, current);
      // Rules that were edited meanwhile stay as a draft, which now changes the current rules.
      setDraft((now) => (now && now.rules !== sent.rules ? { ...now, version: current.version } : undefined));
      setDryRun(undefined);
      setProposed(waiting !== null);
      if (!waiting) toast.success('The rules are saved');
      void queryClient.invalidateQueries({ queryKey: ['business'] });
    },
  });
  const edit = (next: readonly PaymentRule[]) => {
    setDraft({ rules: next, version });
    setDryRun(undefined);
    setProposed(false);
    saving.reset();
    trying.reset();
  };
  return {
    rules,
    isChanged: draft !== undefined,
    dryRun: dryRun?.rules === rules ? dryRun : undefined,
    proposed,
    trying,
    saving,
    save: () => saving.run({ rules, version }),
    /** Adds a rule, or replaces the rule with the same name. */
    keep: (rule: PaymentRule) =>
      edit(
        rules.some(({ name }) => name === rule.name)
          ? rules.map((each) => (each.name === rule.name ? rule : each))
          : [...rules, rule],
      ),
    remove: (name: string) => edit(rules.filter((each) => each.name !== name)),
    discard: () => {
      setDraft(undefined);
      setDryRun(undefined);
      saving.reset();
      trying.reset();
      void queryClient.invalidateQueries({ queryKey: paymentRulesQuery.queryKey });
    },
  };
}

const save = ({ rules, version }: Draft) =>
  api.call(endpoints.changePaymentRules, { body: { rules: [...rules], version } });

/** Returns the effects that the rules would have had: `would have asked 14 times for 120 payments, and refused 2`. */
export function dryRunText({ days, payments, would_ask: asked, would_refuse: refused }: RulesDryRun): string {
  if (payments === 0) return `There were no payments in the last ${days} days.`;
  const times = asked === 1 ? 'once' : `${asked} times`;
  const all = payments === 1 ? 'one payment' : `${payments} payments`;
  return `In the last ${days} days, these rules would have asked ${times} for ${all}, and refused ${refused === 0 ? 'none' : refused}.`;
}
