/**
 * The bars that the shell shows around a screen:
 * - `page`: all bars
 * - `task`: on phones the submit bar replaces the bottom bar
 * - `trade`: on phones the submit bar is above the bottom bar
 * - `plain`: only the sandbox ribbon
 * - `own`: no bar, because the screen has its own bar
 */
export type Layout = 'page' | 'task' | 'trade' | 'plain' | 'own';
