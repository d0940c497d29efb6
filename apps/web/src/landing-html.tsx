import { renderToStaticMarkup } from 'react-dom/server';
import { LandingPage } from './features/landing/landing-page.tsx';

/** Returns the landing page's HTML for the build (build/prerender-landing.ts). */
export const landingHtml = (): string => renderToStaticMarkup(<LandingPage />);
