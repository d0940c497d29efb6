import { TriangleAlert } from 'lucide-react';
import { troubleText } from '../../../api/refusal-text.ts';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';

/** Submits a form, and shows an error that belongs to no field. */
export const MakeStatement = ({ busy, error }: { busy: boolean; error: Error | null }) => (
  <>
    {error && (
      <div className="space-above-4">
        <Notice icon={TriangleAlert} tone="bad">
          {troubleText(error)}
        </Notice>
      </div>
    )}
    <div className="actions">
      <Button variant="primary" type="submit" needsServer busy={busy}>
        {busy ? 'Making it…' : 'Make the statement'}
      </Button>
    </div>
  </>
);
