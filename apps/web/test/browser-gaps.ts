/** What jsdom lacks and pages call: the router scrolls on every navigation. */
window.scrollTo = () => undefined;
