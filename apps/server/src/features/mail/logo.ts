import type { Letterhead } from './letter.ts';

/**
 * The app icon as a PNG of 64 by 64 pixels, because mail programs show no SVG. Each mail contains the logo, so nothing
 * is loaded.
 */
const logoPng = Buffer.from(
  [
    'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAMAAACdt4HsAAABoVBMVEVMaXEKOisJOSoKOSsJOisJOisJOSoAAAAJOioKOSsHPS4LOisKOSoKOi',
    'oIOCwHNycJOioJOSoJOSoJOioKOCgJOisKOisJOSsKOSkHOisJOSsKOSsKOSoIOikJOysLOSoIOyoKOioKOioKOioJOCwIOCsKOisJOisKOysH',
    'OCoIOykJOSoJOiwJOSsIOisJOisKOioKPC0JOioKOivdrkWpkT+WhzwYQi2zl0BscDcXQSwLOyt+ejl7eDmkjz5/ezlgaTUgRi0rTC8jRy7TqE',
    'NBWTJTYjR8eDkfRS5SYTMzUTF3djl9eToSPivPpkM8VTGdiz3Qp0QUPyxWZDRFWzIkSC4vTy9nbTYaQy0ZQy1EWjKJfzo6VTEiRy52dTi5mkCF',
    'fjoqSy8QPSx9eTljazankD55dzhzdDi2mUAnSi5AWDKDfTpRYTS/nUG9nUGmjz7OpkO1mEAUQC0/VzKCfDppbjetkz+rkz94dzleaTaijj7MpU',
    'M+VjI9VjKBezqijT7crUWfjD4/VzHRp0Q+VzFUYzSEfTpLXjMoSy8MOyx6dzmMqDOrAAAAM3RSTlMA+b/Z7L3YAdfzIUH0xD8g1upU6TJTyYEx',
    'I4DHxj1SQjx/+jBRO9qCLyRWvjTyV/F+M4OWX3AVAAAACXBIWXMAAB7CAAAewgFu0HU+AAACHElEQVRYw6XX90MTMRQH8FBoey0bgbJBQXGAKI',
    'msu+uAlr23AoqDLXsoU0QU9K+2BVrgmpekyffHu7xP27s0yUPoJs7X1TZHGhZImmbz5CJLnM+TcUJx5Djv1hfm44RT7L6tr3iAJZJSHq1PfYSl',
    'kpRxXe/OxpJJeXb1/PKxdEoiT/IlVkhe+AskqwAaQjVYKQWoXg0oQjb4ZuCd//NUr7kbeguPsaMnwJ3unk0Sy9r7VmhKIxf1+tk6seTbAHWgC9',
    'GutnkJJYNLtLE04OsGoSbYJQToBoFyauh8QN8hjPzhAz7CjMkDuggnv9nAxyAP6A8wgZ/RcYcNUPws4Cj2QW9E/wz3gT1FoJUoAj2qwKoiMEms',
    'wFYTNZ0AEIoDWuhzYRkAJkQBPwCYokAvAPhEAR8ArIgCHQBgiALzAPAlDtAbqekDgFGiOJFmVAH8QRX4rgp0W4FPzbQMwwvKnMhr9DJWpHMR4J',
    'i1qHr5wAFzVQ7084ChMfbGMsID2nlbm8EGDP7mOssCTnT+9v7XBwMi23s4F0N04Fe74AkFXw7SgB9t1KlcS53hA/+sgHeaOrAOMU+6UWBxYRw8',
    '675gAX2maXbsb3eyDpoetaPuK5SrBjxFTodKfVa44chRAaoiLU+xfH36VfOYKd90FV63bRlJkm1fabRxfCzXeKbetq7uEonfn3mv+c7TEnx/Zd',
    'b+HRUU2TWXSK1Lsz+sjJX9B7hOIIzBSttMAAAAAElFTkSuQmCC',
  ].join(''),
  'base64',
);

/** Returns the logo as a PNG. Mail programs show no SVG, so with an operator's SVG the mail shows only the name. */
export const logoOf = ({ logo }: Pick<Letterhead, 'logo'>): Buffer | undefined =>
  logo === undefined ? logoPng : logo.type === 'image/png' ? logo.bytes : undefined;

/** The content id of the attached logo. */
export const logoCid = 'logo@florin';
