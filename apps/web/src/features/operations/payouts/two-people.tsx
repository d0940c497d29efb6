import { Users } from 'lucide-react';
import { Badge } from '../../../ui/badge.tsx';

/** Explains that money leaves only with the approval of two operators. */
export const TwoPeople = () => (
  <Badge tone="wait" icon={Users}>
    2 people needed
  </Badge>
);
