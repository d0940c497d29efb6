/** Forms of companies in the alphabets of the lists, without dots. A form does not identify a company. */
export const legalForms: ReadonlySet<string> = new Set(
  `ltd limited llc llp lp inc incorporated corp corporation co company plc pte pvt pty bhd sdn gmbh mbh ag kg kgaa ohg ug
  ev eg se sa sas sarl srl spa snc sl slu sca scs nv bv bvba cv vof ab as asa aps oy oyj a/s kft zrt nyrt rt sro as doo
  dd ad ead eood ood ooo oao zao pao ao tov tzov pat prat too tdo jsc ojsc cjsc pjsc fze fzco fzc fz dmcc wll kk kabushiki kaisha
  yk gk tbk pt cie ltda eireli sapi cvs saoc saog psc qsc bsc ks hf ehf`.split(/\s+/),
);

/** Titles before and after a person's name. */
export const honorifics: ReadonlySet<string> = new Set(
  `mr mrs ms miss mister dr prof professor herr frau hr fr sir dame lord lady madam mme mlle m mevr dhr sig sra srta sr
  jr don dona gospodin gospozha pan pani bay bayan sheikh shaykh sheik shaikh cheikh hajji haji hajj hadji hadj mullah
  mulla mawlawi maulavi mawlavi maulana mawlana sayyid sayed mufti imam ayatollah colonel col general gen brigadier
  major maj captain capt lieutenant lt sergeant sgt commander admiral marshal president minister phd ii iii`.split(
    /\s+/,
  ),
);

/** Small words within names. People write, omit and join these words freely. */
export const particles: ReadonlySet<string> = new Set(
  `al el ul ur ud us az an ar ash bin ibn ben bint binti bt b von van der den de da do dos das del della di la le les
  du of the and und et e y i`.split(/\s+/),
);
