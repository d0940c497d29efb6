/**
 * How the shell frames a screen: `page` with all its bars; `task` where the submit bar takes the bottom bar's place on
 * phones; `plain` with nothing but the ribbon; `own` where the screen brings its bar itself.
 */
export type Layout = 'page' | 'task' | 'plain' | 'own';
