export {
  CallRefused,
  createClient,
  totalCountHeader,
  type Arguments,
  type CallOptions,
  type Client,
  type Page,
} from './client.ts';
export { demoLogin } from './demo.ts';
export type { Access, AnswerOf, BodyOf, CallOf, Endpoint, ParamsOf, QueryOf } from './endpoint.ts';
export { dryRunParameter, hasDryRun, isKeyed } from './endpoint.ts';
export type { DryRun } from './dry-run.ts';
export { endpoints, type EndpointName, type Endpoints } from './endpoints.ts';
export {
  errorBody,
  refusalCodes,
  refusalStatus,
  type ErrorBody,
  type ErrorCode,
  type Factor,
  type ReadErrorBody,
  type RefusalCode,
} from './refusal.ts';
export { passwordMaximum, passwordMinimum, type User } from './auth.ts';
export { passwordFault, passwordFaultText, type PasswordFault, type PasswordOwner } from './password-fault.ts';
export { type OpenSession, type Passkey, type SecurityState } from './security.ts';
export {
  notificationTopics,
  phone,
  type FormerAddress,
  type NotificationPreferences,
  type NotificationTopic,
} from './profile.ts';
export { planTitles, type Plan, type PlanName, type Subscription } from './plans.ts';
export { defaultPolicy, type Bounds, type OutflowLimits, type Policy } from './policy.ts';
export { policyFigures, samplePayment, withFigures, type PolicyFigures } from './figures.ts';
export { type Configuration } from './config.ts';
export { countryCodes } from './countries.ts';
export {
  idTypes,
  kycFileBytes,
  kycFileKinds,
  kycForm,
  kycItems,
  kycPixels,
  type KycDraft,
  type KycFile,
  type KycForm,
  type KycStatus,
} from './kyc.ts';
export { type BankOrder } from './bank-orders.ts';
export type { Books, Proof } from './proofs.ts';
export { statementDays, type Payer } from './shareable-statements.ts';
export { proposalKinds, type Proposal, type ProposalKind } from './proposals.ts';
export {
  type HousePosition,
  type KycCase,
  type KycCaseRow,
  type LedgerHealth,
  type OperatorAct,
  type Overview,
  type FoundUser,
} from './operations.ts';
export { type FirstSteps } from './first-steps.ts';
export type { DayReport } from './bank-days.ts';
export {
  bankFileBytes,
  unallocatedReasons,
  type BankDesk,
  type CreditedLine,
  type UnallocatedLine,
} from './bank-desk.ts';
export type { MoneyWithoutLine } from './bank-desk-items.ts';
export type { Receivable } from './receivables.ts';
export type { ScreeningHit, ScreeningState } from './screening.ts';
export {
  payoutSchemes,
  type AccountChange,
  type BatchPayment,
  type PaymentBatch,
  type PayoutDesk,
  type PayoutScheme,
} from './payouts.ts';
export type { FundingInstruction } from './bank-transfers.ts';
export type { CardPayment, CardSetup } from './card-payments.ts';
export { type Limits, type Wallet } from './wallets.ts';
export type { BankAccountDetails } from './payment-methods.ts';
export {
  balanceMethods,
  balanceOf,
  bankTransferMethod,
  closedAccountMethod,
  sandboxTokens,
  usdBalanceMethodId,
  type PaymentMethod,
} from './payment-methods.ts';
export {
  transactionStatuses,
  transactionSteps,
  transactionTypes,
  type Transaction,
  type TransactionType,
} from './activity.ts';
export { matchesSearch, prepareSearch } from './activity-search.ts';
export { canonicalEmail } from './email-address.ts';
export { legalDocumentNames, type LegalDocument, type LegalDocumentName } from './legal.ts';
export { fromExact } from './exact.ts';
export { fits, isShape, isTime } from './shape.ts';
export { readErrorBody } from './read-error-body.ts';
export { readTicks, readChanged } from './read-events.ts';
export { canonicalId, noteMaximum, shownLine } from './wire.ts';
export { containsLink, problemOfName } from './member-name.ts';
export { type BuyQuote, type ExchangeQuote, type Quote, type SellQuote } from './quotes.ts';
export { type Recipient } from './transfers.ts';
export { type Invitation } from './invitations.ts';
export { type Contact } from './contacts.ts';
export { invoiceLink, paymentLink, requestLink, type LinkTerms } from './payment-link.ts';
export {
  invoiceBounds,
  type Invoice,
  type InvoiceInput,
  type InvoiceLineInput,
  type InvoiceRow,
  type InvoiceSettings,
  type InvoiceState,
  type PublicInvoice,
} from './invoices.ts';
export {
  batchColumns,
  batchPayoutBounds,
  batchPayoutStates,
  batchRowStates,
  type BatchColumn,
  type BatchPayout,
  type BatchPayoutItem,
  type BatchPayoutState,
  type BatchRow,
  type BatchRowProblem,
  type BatchRowState,
  type UploadedBatchPayout,
} from './batch-payouts.ts';
export { reminderBounds, requestDays, type PaymentRequest } from './payment-requests.ts';
export { changedEvent, eventTopics, type EventTopic, type Notification } from './notifications.ts';
export {
  apiVersion,
  backfilledDays,
  eventTypes,
  secretGraceHours,
  webhooksMaximum,
  type EventOfMember,
  type EventType,
  type Webhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from './events.ts';
export { type CaughtMail, type CaughtText } from './sandbox.ts';
export { simulationBounds, type PriceMove, type TestClock } from './simulation.ts';
export {
  candleRanges,
  maxWatchedCoins,
  pricesEvent,
  type CandleRange,
  type Candles,
  type CoinDetail,
  type MarketItem,
  type Pause,
  type PriceKind,
  type PriceTick,
  type Sparkline,
} from './markets.ts';
export {
  balanceRanges,
  type BalanceHistory,
  type BalanceRange,
  type Gains,
  type Holding,
  type HoldingPause,
  type PurchaseAllowance,
} from './trading.ts';
export { businessAccess, type BusinessAccess } from './business-access.ts';
export {
  businessDetails,
  businessFileKinds,
  businessForms,
  type Business,
  type BusinessAct,
  type BusinessDetails,
  type BusinessFile,
  type OwnBusiness,
} from './businesses.ts';
export { type BusinessInvitationView, type BusinessPeople } from './business-people.ts';
export { type BusinessCase } from './business-review.ts';
export { type Approval, type OwnRules, type RulesDryRun } from './approvals.ts';
export {
  approverRoles,
  defaultPaymentRules,
  paymentRules,
  ruleCents,
  ruleSentence,
  type PaymentRule,
} from './payment-rules.ts';
export { keyScopes, maxKeys, type ApiKey, type KeyScope, type NewApiKey } from './api-keys.ts';
export { keyAccess, type KeyAccess } from './key-access.ts';
export { businessRoles, permissions, permissionsOf, roleTitles, type BusinessRole, type Permission } from './roles.ts';
