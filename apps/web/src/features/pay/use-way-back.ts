import { useLocation } from '@tanstack/react-router';

/** For the ways in: after them one is here again. */
export const useWayBack = () => ({ back: useLocation({ select: ({ href }) => href }) });
