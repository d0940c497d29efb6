/** The design's phone ends below this width (tokens.css). */
const phoneEnds = 720;

export const isPhone = (): boolean => innerWidth < phoneEnds;
