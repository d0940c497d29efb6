/**
 * How the shell frames a screen: `page` with all its bars; `task` where the submit bar takes the bottom bar's place on
 * phones; `trade` where it lies on the bottom bar; `plain` with nothing but the ribbon; `own` where the screen brings its bar itself.
 */
export type Layout = 'page' | 'task' | 'trade' | 'plain' | 'own';
