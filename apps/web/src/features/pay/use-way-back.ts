import { useLocation } from '@tanstack/react-router';

/** Returns the search parameters that bring the visitor back here after log-in or sign-up. */
export const useWayBack = () => ({ back: useLocation({ select: ({ href }) => href }) });
