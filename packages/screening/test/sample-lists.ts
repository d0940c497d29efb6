import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** Lists in the form of the published lists. All parties are invented. */
export const sampleLists: Readonly<Record<string, string>> = {
  'SDN.CSV': [
    `101,"VARDANOKOV, Timur Askarovich","individual","SDGT] [IFSR","Director",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 28 Apr 1957; alt. DOB 1958; POB Nowhere; Gender Male; a.k.a. 'THE COOK'."`,
    '102,"QUILOMBRA ""STAR"" SHIPPING CO., LTD",-0- ,"CUBA",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ',
    '103,"SEA LANTERN","vessel","IRAN",-0- ,"XYZ1","Crude Oil Tanker",-0- ,-0- ,"Panama",-0- ,"DOB circa 1960"',
    '\u001a',
  ].join('\r\n'),
  'ALT.CSV': ['101,1,"aka","VARDANOKOFF, Tymur",-0- ', '102,2,"fka","QUILOMBRA MARITIME",-0- ', '\u001a'].join('\r\n'),
  'ADD.CSV': '101,7,"1 Long Road","Nowhere","Utopia",-0- \r\n\u001a',
  'SDN_COMMENTS.CSV': `101,"; DOB 1 Jan 1960 to 31 Dec 1961; a.k.a. 'O'NEIL'."\r\n`,
  'un.xml': `<?xml version="1.0" encoding="utf-8"?>
<CONSOLIDATED_LIST xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" dateGenerated="2026-05-04T10:00:00.000Z">
  <INDIVIDUALS><INDIVIDUAL>
    <DATAID>1</DATAID><FIRST_NAME>BAHRAM</FIRST_NAME><SECOND_NAME>QORBANZADI</SECOND_NAME><THIRD_NAME/>
    <UN_LIST_TYPE>Sample</UN_LIST_TYPE><REFERENCE_NUMBER>SAi.001</REFERENCE_NUMBER>
    <NAME_ORIGINAL_SCRIPT>بهرام قربانزادی</NAME_ORIGINAL_SCRIPT>
    <INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Behram Ghorbanzadi</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY>Low</QUALITY><ALIAS_NAME>Karim</ALIAS_NAME></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_ALIAS><QUALITY/><ALIAS_NAME/></INDIVIDUAL_ALIAS>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1970</FROM_YEAR><TO_YEAR>1972</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
    <INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>APPROXIMATELY</TYPE_OF_DATE><YEAR>1980</YEAR></INDIVIDUAL_DATE_OF_BIRTH>
  </INDIVIDUAL></INDIVIDUALS>
  <ENTITIES><ENTITY>
    <DATAID>2</DATAID><FIRST_NAME>LOMBARDIS &amp; SONS TRADING</FIRST_NAME><UN_LIST_TYPE>Sample</UN_LIST_TYPE>
    <ENTITY_ALIAS><QUALITY>a.k.a.</QUALITY><ALIAS_NAME>LST</ALIAS_NAME></ENTITY_ALIAS>
  </ENTITY></ENTITIES>
</CONSOLIDATED_LIST>`,
  'eu.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<export xmlns="http://eu.europa.ec/fpi/fsd/export" generationDate="2026-06-07T08:00:00.000+02:00" globalFileId="1">
  <sanctionEntity designationDetails="" unitedNationId="" euReferenceNumber="EU.1.2" logicalId="9">
    <regulation regulationType="regulation" programme="SMP" logicalId="1"><publicationUrl>https://example.com</publicationUrl></regulation>
    <regulation regulationType="amendment" programme="SMP" logicalId="2"/>
    <subjectType code="person" classificationCode="P"/>
    <nameAlias firstName="Zvezdan" middleName="" lastName="Prokopljević" wholeName="Zvezdan Prokopljević" strong="true" logicalId="3"/>
    <nameAlias firstName="Zvezdan" middleName="Z." lastName="Proko" wholeName="" strong="false" logicalId="4"/>
    <birthdate circa="false" calendarType="GREGORIAN" birthdate="1966-02-03" year="1966" logicalId="5"/>
    <birthdate circa="true" year="1970" logicalId="6"/>
  </sanctionEntity>
  <sanctionEntity euReferenceNumber="EU.3.4" logicalId="10">
    <subjectType code="enterprise" classificationCode="E"/>
    <nameAlias wholeName="Общество «Снегирь»" strong="true" logicalId="7"/>
  </sanctionEntity>
</export>`,
};

/** Writes files into a new folder of the running test. An undefined text leaves a sample out. */
export async function folderWith(files: Readonly<Record<string, string | undefined>>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lists-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files))
    if (text !== undefined) await writeFile(path.join(folder, name), text);
  return folder;
}
