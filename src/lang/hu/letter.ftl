# Ami egy levél elolvasásának útjában áll.
problem-empty = Ebben a levélben nem találtam új, saját szöveget.
problem-encrypted = Ez a levél titkosított, nem tudom elolvasni. Kérlek, küldd el egyszerű szövegként.
problem-tnef = Ebben a levélben csak egy winmail.dat van, azt pedig az Outlookon kívül más nem tudja megnyitni. Kérlek, küldd el egyszerű szövegként.
problem-attachment-only = Ebben a levélben csak melléklet van, szöveg nincs. Kérlek, magába a levélbe írj, mert a mellékleteket nem nyitom meg.
problem-damaged-base64 = A levél útközben megsérült (a base64-kódolása hiányos), ezért lehet, hogy a szöveg egy része elveszett.
problem-charset-guessed = A levélből nem derül ki egyértelműen, milyen karakterkódolással készült, ezért találgatnom kellett. Kérlek, nézd meg, jól olvastam-e.
problem-parts-disagree = A levél egyszerű szöveges és HTML-változatában nem ugyanaz áll.
problem-found-in-quote = Csak az idézett levél belsejében találtam tőled szöveget. Kérlek, az idézet fölé, a levél legelejére írj.
