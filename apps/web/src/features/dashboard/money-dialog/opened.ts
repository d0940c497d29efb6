import type { FiatCode } from '@florin/money';

export type MoneyDialog = 'add-funds' | 'withdraw' | 'exchange';

export type Opened = { readonly dialog: MoneyDialog; readonly currency: FiatCode; readonly open: boolean };
