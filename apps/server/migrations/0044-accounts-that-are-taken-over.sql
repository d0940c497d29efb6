-- An account whose address was never confirmed goes to the owner of that address: what the earlier holder asked for and
-- showed of themselves goes with them (features/identity/take-over.ts, docs/decisions/0052).
grant delete on public.payment_requests, public.kyc_cases, public.kyc_decisions to florin_app;
