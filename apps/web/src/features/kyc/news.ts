import { createContext } from 'react';

/**
 * Whether what is shown took the place of another state while the page was open: then the keyboard, and a voice, go to
 * its heading.
 */
export const NewsContext = createContext(false);
