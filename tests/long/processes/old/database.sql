BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE edition (
	id INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	slug VARCHAR(32) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	made_at DATETIME NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (digest)
);
INSERT INTO "edition" VALUES(1,'612fc1857870d3ad3306dd7756ea1a75d0c65a242d28bf8d4130c8f6b23e5bc3','giza','Ours','2026-11-21 18:28:05.000000');
INSERT INTO "edition" VALUES(2,'956e071e62a526a65f19aa226ff452ee359167f86ef54c1cb6884987eef6bd1f','cheops_treasure','Ours','2026-11-21 18:28:06.000000');
INSERT INTO "edition" VALUES(3,'8dcbdf8a5e5dcbdad33e27d7e97cfd8d24767d86edeb5e8aaf75eec82808cbee','deadline','Ours','2026-11-21 18:28:06.000000');
INSERT INTO "edition" VALUES(4,'42a61f06af607ec7297a2a9d609c021aed9080d78e1b65d88af664c2bfb803ac','cheops_dice','Ours','2026-11-21 18:28:06.000000');
CREATE TABLE edition_version (
	edition_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	record JSON NOT NULL, 
	"by" VARCHAR(40) NOT NULL, 
	at DATETIME NOT NULL, 
	PRIMARY KEY (edition_id, number), 
	FOREIGN KEY(edition_id) REFERENCES edition (id)
);
INSERT INTO "edition_version" VALUES(1,1,'{"each": [2, 2, 2], "points": [-2, 3, 4], "treasures": [2, 3, 4, 5]}','Ana','2026-11-21 18:28:05.000000');
INSERT INTO "edition_version" VALUES(2,1,'{"demo": true, "drawn": {"black": "II-b", "blue": "II-a", "brown": "III-b", "green": "I-b", "orange": "III-a", "red": "I-a"}, "eyes": ["4-3", "4-6", "5-2", "5-6", "6-3", "7-3"], "law7": 15, "tablets": {"I-a": "5 10 15 20 25", "I-b": "10 15 20 25 30", "II-a": "25 5 20 0 15", "II-b": "0 0 20 10 30", "III-a": "10 5/20 15 30/10 20", "III-b": "15 X 10 X 25"}}','Ana','2026-11-21 18:28:06.000000');
INSERT INTO "edition_version" VALUES(3,1,'"B1"','Ana','2026-11-21 18:28:06.000000');
INSERT INTO "edition_version" VALUES(4,1,'[{"arch": {"keystone": "V", "keystone_value": 11, "left": "RVRB", "right": "YOYG", "values": [2, 4, 6, 8]}, "bonuses": [{"boxes": ["pyramid-2-4"], "building": "pyramid", "kind": "single", "symbol": "scarab"}, {"boxes": ["pyramid-3-2"], "building": "pyramid", "kind": "single", "symbol": "snake"}, {"boxes": ["pyramid-4-1"], "building": "pyramid", "kind": "single", "symbol": "ankh"}, {"boxes": ["left-3"], "building": "arch", "kind": "single", "symbol": "scorpion"}, {"boxes": ["right-4"], "building": "arch", "kind": "single", "symbol": "eye"}, {"boxes": ["floor-1-1", "floor-3-4"], "building": "floor", "kind": "last_of_type", "symbol": "eye"}, {"boxes": ["floor-1-4", "floor-3-1"], "building": "floor", "kind": "last_of_type", "symbol": "scorpion"}], "checked_by": "", "copied_by": "", "floor": {"grid": ["ROBY", "OVGB", "YGRV"], "points": [4, 6, 8, 11, 15]}, "hash": "b7b17ed18e1c0061", "jokers_printed": 5, "letter": "1", "origin": "practice", "pyramid": {"rows": ["GRBOV", "OVGB", "YOY", "RB", "G"], "values": [1, 4, 8, 14, 22]}, "quarry": "YROBGVYORGVBORGYBV", "set": "practice", "version": 1}, {"arch": {"keystone": "G", "keystone_value": 11, "left": "BGBY", "right": "RVRO", "values": [2, 4, 6, 8]}, "bonuses": [{"boxes": ["pyramid-2-4"], "building": "pyramid", "kind": "single", "symbol": "scarab"}, {"boxes": ["pyramid-3-2"], "building": "pyramid", "kind": "single", "symbol": "snake"}, {"boxes": ["pyramid-4-1"], "building": "pyramid", "kind": "single", "symbol": "ankh"}, {"boxes": ["left-3"], "building": "arch", "kind": "single", "symbol": "scorpion"}, {"boxes": ["right-4"], "building": "arch", "kind": "single", "symbol": "eye"}, {"boxes": ["floor-1-1", "floor-3-4"], "building": "floor", "kind": "last_of_type", "symbol": "eye"}, {"boxes": ["floor-1-4", "floor-3-1"], "building": "floor", "kind": "last_of_type", "symbol": "scorpion"}], "checked_by": "", "copied_by": "", "floor": {"grid": ["BVYR", "VGOY", "ROBG"], "points": [4, 6, 8, 11, 15]}, "hash": "e5fa1fe8d4ddb9d4", "jokers_printed": 5, "letter": "2", "origin": "practice", "pyramid": {"rows": ["OBYVG", "VGOY", "RVR", "BY", "O"], "values": [1, 4, 8, 14, 22]}, "quarry": "RBVYOGRVBOGYVBORYG", "set": "practice", "version": 1}, {"arch": {"keystone": "O", "keystone_value": 11, "left": "YOYR", "right": "BGBV", "values": [2, 4, 6, 8]}, "bonuses": [{"boxes": ["pyramid-2-4"], "building": "pyramid", "kind": "single", "symbol": "scarab"}, {"boxes": ["pyramid-3-2"], "building": "pyramid", "kind": "single", "symbol": "snake"}, {"boxes": ["pyramid-4-1"], "building": "pyramid", "kind": "single", "symbol": "ankh"}, {"boxes": ["left-3"], "building": "arch", "kind": "single", "symbol": "scorpion"}, {"boxes": ["right-4"], "building": "arch", "kind": "single", "symbol": "eye"}, {"boxes": ["floor-1-1", "floor-3-4"], "building": "floor", "kind": "last_of_type", "symbol": "eye"}, {"boxes": ["floor-1-4", "floor-3-1"], "building": "floor", "kind": "last_of_type", "symbol": "scorpion"}], "checked_by": "", "copied_by": "", "floor": {"grid": ["YGRB", "GOVR", "BVYO"], "points": [4, 6, 8, 11, 15]}, "hash": "c2bdf062cd1c6644", "jokers_printed": 5, "letter": "3", "origin": "practice", "pyramid": {"rows": ["VYRGO", "GOVR", "BGB", "YR", "V"], "values": [1, 4, 8, 14, 22]}, "quarry": "BYGRVOBGYVORGYVBRO", "set": "practice", "version": 1}, {"arch": {"keystone": "R", "keystone_value": 11, "left": "OROV", "right": "GYGB", "values": [2, 4, 6, 8]}, "bonuses": [{"boxes": ["pyramid-2-4"], "building": "pyramid", "kind": "single", "symbol": "scarab"}, {"boxes": ["pyramid-3-2"], "building": "pyramid", "kind": "single", "symbol": "snake"}, {"boxes": ["pyramid-4-1"], "building": "pyramid", "kind": "single", "symbol": "ankh"}, {"boxes": ["left-3"], "building": "arch", "kind": "single", "symbol": "scorpion"}, {"boxes": ["right-4"], "building": "arch", "kind": "single", "symbol": "eye"}, {"boxes": ["floor-1-1", "floor-3-4"], "building": "floor", "kind": "last_of_type", "symbol": "eye"}, {"boxes": ["floor-1-4", "floor-3-1"], "building": "floor", "kind": "last_of_type", "symbol": "scorpion"}], "checked_by": "", "copied_by": "", "floor": {"grid": ["OYVG", "YRBV", "GBOR"], "points": [4, 6, 8, 11, 15]}, "hash": "2bbcc5e7d7c87492", "jokers_printed": 5, "letter": "4", "origin": "practice", "pyramid": {"rows": ["BOVYR", "YRBV", "GYG", "OV", "B"], "values": [1, 4, 8, 14, 22]}, "quarry": "GOYVBRGYOBRVYOBGVR", "set": "practice", "version": 1}, {"arch": {"keystone": "Y", "keystone_value": 11, "left": "GYGO", "right": "VBVR", "values": [2, 4, 6, 8]}, "bonuses": [{"boxes": ["pyramid-2-4"], "building": "pyramid", "kind": "single", "symbol": "scarab"}, {"boxes": ["pyramid-3-2"], "building": "pyramid", "kind": "single", "symbol": "snake"}, {"boxes": ["pyramid-4-1"], "building": "pyramid", "kind": "single", "symbol": "ankh"}, {"boxes": ["left-3"], "building": "arch", "kind": "single", "symbol": "scorpion"}, {"boxes": ["right-4"], "building": "arch", "kind": "single", "symbol": "eye"}, {"boxes": ["floor-1-1", "floor-3-4"], "building": "floor", "kind": "last_of_type", "symbol": "eye"}, {"boxes": ["floor-1-4", "floor-3-1"], "building": "floor", "kind": "last_of_type", "symbol": "scorpion"}], "checked_by": "", "copied_by": "", "floor": {"grid": ["GBOV", "BYRO", "VRGY"], "points": [4, 6, 8, 11, 15]}, "hash": "84d4f704eade9a54", "jokers_printed": 5, "letter": "5", "origin": "practice", "pyramid": {"rows": ["RGOBY", "BYRO", "VBV", "GO", "R"], "values": [1, 4, 8, 14, 22]}, "quarry": "VGBORYVBGRYOBGRVOY", "set": "practice", "version": 1}]','Ana','2026-11-21 18:28:06.000000');
CREATE TABLE entry (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(8) NOT NULL, 
	seat INTEGER NOT NULL, 
	move VARCHAR(32), 
	data TEXT NOT NULL, 
	"of" INTEGER NOT NULL, 
	"by" INTEGER NOT NULL, 
	device VARCHAR(40) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	at INTEGER NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES "table" (id), 
	UNIQUE (table_id, "key")
);
INSERT INTO "entry" VALUES(2,1,'move',0,'Sheet','{"move":{"stacks":[],"sums":[6,4,2,0],"treasures":3}}',0,0,'API','old-000031',1795285551);
INSERT INTO "entry" VALUES(2,2,'move',1,'Sheet','{"move":{"stacks":[],"sums":[12,0,0,0],"treasures":3}}',0,0,'API','old-000032',1795285551);
INSERT INTO "entry" VALUES(2,3,'note',0,NULL,'{"text":"tea"}',0,0,'API','note-FPTDW',1795285551);
INSERT INTO "entry" VALUES(2,4,'undo',0,NULL,'{}',0,0,'API','undo-FPTDW-1',1795285551);
INSERT INTO "entry" VALUES(2,5,'redo',0,NULL,'{}',0,0,'API','redo-FPTDW-1',1795285551);
INSERT INTO "entry" VALUES(2,6,'move',2,'Sheet','{"move":{"stacks":[],"sums":[3,3,3,-2],"treasures":0}}',0,0,'API','old-000033',1795285551);
INSERT INTO "entry" VALUES(2,7,'move',2,'Close','{"move":{}}',0,0,'API','old-000034',1795285551);
INSERT INTO "entry" VALUES(3,1,'move',1,'Play','{"move":{"tile":"-4","board":2,"site":2}}',0,0,'API','old-000035',1795285551);
INSERT INTO "entry" VALUES(3,2,'move',2,'Play','{"move":{"tile":"+4","board":2,"site":1}}',0,0,'API','old-000036',1795285551);
INSERT INTO "entry" VALUES(3,3,'move',0,'Play','{"move":{"tile":"+5","board":0,"site":2}}',0,0,'API','old-000037',1795285551);
INSERT INTO "entry" VALUES(3,4,'move',1,'Play','{"move":{"tile":"demolition","board":0,"site":2}}',0,0,'API','old-000038',1795285551);
INSERT INTO "entry" VALUES(3,5,'move',2,'Play','{"move":{"tile":"+1","board":0,"site":0}}',0,0,'API','old-000039',1795285551);
INSERT INTO "entry" VALUES(3,6,'move',0,'Play','{"move":{"tile":"-5","board":1,"site":2}}',0,0,'API','old-000040',1795285551);
INSERT INTO "entry" VALUES(3,7,'move',1,'Play','{"move":{"tile":"+1","board":2,"site":2}}',0,0,'API','old-000041',1795285551);
INSERT INTO "entry" VALUES(3,8,'move',2,'Play','{"move":{"tile":"-3","board":1,"site":2}}',0,0,'API','old-000042',1795285551);
INSERT INTO "entry" VALUES(3,9,'move',0,'Play','{"move":{"tile":"-3","board":1,"site":1}}',0,0,'API','old-000043',1795285551);
INSERT INTO "entry" VALUES(3,10,'move',1,'Play','{"move":{"tile":"+2","board":1,"site":2}}',0,0,'API','old-000044',1795285551);
INSERT INTO "entry" VALUES(3,11,'move',2,'Play','{"move":{"tile":"+4","board":2,"site":0}}',0,0,'API','old-000045',1795285551);
INSERT INTO "entry" VALUES(3,12,'move',0,'Play','{"move":{"tile":"+4","board":0,"site":1}}',0,0,'API','old-000046',1795285551);
INSERT INTO "entry" VALUES(3,13,'move',1,'Play','{"move":{"tile":"t3","board":1,"site":1}}',0,0,'API','old-000047',1795285551);
INSERT INTO "entry" VALUES(3,14,'move',2,'Play','{"move":{"tile":"-2","board":0,"site":2}}',0,0,'API','old-000048',1795285551);
INSERT INTO "entry" VALUES(3,15,'move',0,'Play','{"move":{"tile":"+1","board":1,"site":1}}',0,0,'API','old-000049',1795285551);
INSERT INTO "entry" VALUES(3,16,'ruling',1,'Play','{"move":{"tile":"+1","board":2,"site":3}}',0,0,'API','old-000050r',1795285551);
INSERT INTO "entry" VALUES(3,17,'ruling',2,'Play','{"move":{"tile":"-4","board":1,"site":1}}',0,0,'API','old-000059r',1795285552);
INSERT INTO "entry" VALUES(3,18,'amend',0,NULL,'{}',15,0,'API','amend-RBT7K-2',1795285561);
INSERT INTO "entry" VALUES(7,1,'move',0,'Sheet','{"move":{"pyramid":14,"pyramid_boxes":14,"pyramid_finished":false,"arch":11,"arch_finished":true,"floor":12,"bonuses":2,"quarry":3,"jokers":0,"rounds":16}}',0,0,'API','old-002025',1795285582);
INSERT INTO "entry" VALUES(7,2,'move',1,'Sheet','{"move":{"pyramid":22,"pyramid_boxes":15,"pyramid_finished":true,"arch":6,"arch_finished":false,"floor":10,"bonuses":2,"quarry":6,"jokers":1,"rounds":16}}',0,0,'API','old-002026',1795285582);
INSERT INTO "entry" VALUES(7,3,'note',0,NULL,'{"text":"tea"}',0,0,'API','note-BAEGT',1795285582);
INSERT INTO "entry" VALUES(7,4,'undo',0,NULL,'{}',0,0,'API','undo-BAEGT-1',1795285582);
INSERT INTO "entry" VALUES(7,5,'redo',0,NULL,'{}',0,0,'API','redo-BAEGT-1',1795285582);
INSERT INTO "entry" VALUES(7,6,'move',2,'Sheet','{"move":{"pyramid":8,"pyramid_boxes":12,"pyramid_finished":false,"arch":8,"arch_finished":false,"floor":8,"bonuses":3,"quarry":0,"jokers":1,"rounds":16}}',0,0,'API','old-002027',1795285582);
INSERT INTO "entry" VALUES(7,7,'move',1,'Sheet','{"move":{"pyramid":22,"pyramid_boxes":15,"pyramid_finished":true,"arch":6,"arch_finished":false,"floor":10,"bonuses":2,"quarry":5,"jokers":1,"rounds":16}}',0,0,'API','old-002028',1795285582);
INSERT INTO "entry" VALUES(7,8,'move',0,'Close','{"move":{}}',0,0,'API','old-002029',1795285582);
INSERT INTO "entry" VALUES(8,1,'move',2,'Roll','{"move":{"dice":["orange","blue","red","yellow"]}}',0,0,'API','old-002030',1795285582);
INSERT INTO "entry" VALUES(8,2,'move',2,'Build','{"move":{"boxes":["pyramid-1-3","left-1"],"payments":["die","die"]}}',0,0,'API','old-002031',1795285582);
INSERT INTO "entry" VALUES(8,3,'move',3,'Build','{"move":{"boxes":["floor-2-3","floor-3-3"],"payments":["die","die"]}}',0,0,'API','old-002032',1795285582);
INSERT INTO "entry" VALUES(8,4,'move',0,'Build','{"move":{"boxes":["pyramid-1-3","pyramid-1-4"],"payments":["die","die"]}}',0,0,'API','old-002033',1795285582);
INSERT INTO "entry" VALUES(8,5,'move',1,'Build','{"move":{"boxes":["floor-3-2","floor-3-3"],"payments":["die","die"]}}',0,0,'API','old-002034',1795285582);
INSERT INTO "entry" VALUES(8,6,'move',3,'Roll','{"move":{"dice":["violet","violet","violet","orange"]}}',0,0,'API','old-002035',1795285582);
INSERT INTO "entry" VALUES(8,7,'move',3,'Build','{"move":{"boxes":["left-1","right-1"],"payments":["die","quarry-1"]}}',0,0,'API','old-002036',1795285582);
INSERT INTO "entry" VALUES(8,8,'move',0,'Build','{"move":{"boxes":["pyramid-1-5","pyramid-2-4"],"payments":["die","joker"]}}',0,0,'API','old-002037',1795285582);
INSERT INTO "entry" VALUES(8,9,'move',1,'Build','{"move":{"boxes":["right-1","right-2"],"payments":["quarry-1","die"]}}',0,0,'API','old-002038',1795285582);
INSERT INTO "entry" VALUES(8,10,'move',2,'Build','{"move":{"boxes":["left-2","left-3"],"payments":["joker","quarry-2"]}}',0,0,'API','old-002039',1795285582);
INSERT INTO "entry" VALUES(8,11,'move',0,'Roll','{"move":{"dice":["blue","yellow","orange","violet"]}}',0,0,'API','old-002040',1795285582);
INSERT INTO "entry" VALUES(8,12,'move',0,'Build','{"move":{"boxes":["floor-2-1","floor-3-1"],"payments":["die","die"]}}',0,0,'API','old-002041',1795285582);
INSERT INTO "entry" VALUES(8,13,'move',1,'Build','{"move":{"boxes":["floor-1-1","floor-1-2"],"payments":["die","die"]}}',0,0,'API','old-002042',1795285582);
INSERT INTO "entry" VALUES(8,14,'move',2,'Build','{"move":{"boxes":["pyramid-1-1","right-1"],"payments":["die","die"]}}',0,0,'API','old-002043',1795285582);
INSERT INTO "entry" VALUES(8,15,'move',3,'Build','{"move":{"boxes":["floor-2-2","floor-3-2"],"payments":["joker","die"]}}',0,0,'API','old-002044',1795285582);
INSERT INTO "entry" VALUES(8,16,'move',1,'Roll','{"move":{"dice":["blue","yellow","blue","yellow"]}}',0,0,'API','old-002045',1795285582);
INSERT INTO "entry" VALUES(8,17,'move',1,'Build','{"move":{"boxes":["floor-2-4","floor-3-4"],"payments":["die","joker"]}}',0,0,'API','old-002046',1795285582);
INSERT INTO "entry" VALUES(8,18,'move',2,'Build','{"move":{"boxes":["pyramid-1-2","pyramid-2-1"],"payments":["die","quarry-3"]}}',0,0,'API','old-002047',1795285582);
INSERT INTO "entry" VALUES(8,19,'move',3,'Build','{"move":{"boxes":["pyramid-1-1","right-2"],"payments":["die","die"]}}',0,0,'API','old-002048',1795285582);
INSERT INTO "entry" VALUES(8,20,'move',0,'Build','{"move":{"boxes":["floor-1-3","floor-1-4"],"payments":["die","die"]}}',0,0,'API','old-002049',1795285582);
INSERT INTO "entry" VALUES(8,21,'move',2,'Roll','{"move":{"dice":["yellow","green","red","orange"]}}',0,0,'API','old-002050',1795285582);
INSERT INTO "entry" VALUES(8,22,'move',2,'Build','{"move":{"boxes":["pyramid-1-4","pyramid-2-2"],"payments":["die","die"]}}',0,0,'API','old-002051',1795285582);
INSERT INTO "entry" VALUES(8,23,'move',3,'Build','{"move":{"boxes":["right-3","right-4"],"payments":["joker","joker"]}}',0,0,'API','old-002052',1795285582);
INSERT INTO "entry" VALUES(8,24,'move',0,'Build','{"move":{"boxes":["pyramid-1-2","pyramid-2-2"],"payments":["die","joker"]}}',0,0,'API','old-002053',1795285582);
INSERT INTO "entry" VALUES(8,25,'move',1,'Build','{"move":{"boxes":["right-3","right-4"],"payments":["die","joker"]}}',0,0,'API','old-002054',1795285582);
INSERT INTO "entry" VALUES(8,26,'move',3,'Roll','{"move":{"dice":["blue","green","violet","green"]}}',0,0,'API','old-002055',1795285582);
INSERT INTO "entry" VALUES(8,27,'move',3,'Build','{"move":{"boxes":["floor-1-3","floor-1-4"],"payments":["die","die"]}}',0,0,'API','old-002056',1795285582);
INSERT INTO "entry" VALUES(8,28,'ruling',0,'Build','{"move":{"boxes":["pyramid-3-1","pyramid-4-1"],"payments":["quarry-17","pyramid-5-1","quarry-3","red","pyramid-1-4","pyramid-1-2"]}}',0,0,'API','old-002059r',1795285583);
INSERT INTO "entry" VALUES(8,29,'ruling',1,'Build','{"move":{"boxes":["pyramid-1-3","keystone"],"payments":["die","die"]}}',0,0,'API','old-002100r',1795285583);
INSERT INTO "entry" VALUES(8,30,'amend',0,'Build','{"move":{"boxes":["floor-1-3","floor-1-4"],"payments":["die","die"]}}',27,0,'API','amend-3M7YD',1795285594);
INSERT INTO "entry" VALUES(8,31,'amend',0,NULL,'{}',27,0,'API','amend-3M7YD-2',1795285594);
INSERT INTO "entry" VALUES(12,1,'move',0,'Roll','{"move":{"dice":["small","large","small","small","large","large","square"]}}',0,0,'API','old-004119',1795285617);
INSERT INTO "entry" VALUES(12,2,'move',0,'Build','{"move":{"die":"large","stone":"new","turn":0,"column":0}}',0,0,'API','old-004120',1795285617);
INSERT INTO "entry" VALUES(12,3,'move',1,'Build','{"move":{"die":"large","stone":"new","turn":0,"column":0}}',0,0,'API','old-004121',1795285617);
INSERT INTO "entry" VALUES(12,4,'move',2,'Build','{"move":{"die":"large","stone":"new","turn":0,"column":0}}',0,0,'API','old-004122',1795285617);
INSERT INTO "entry" VALUES(12,5,'move',0,'Build','{"move":{"die":"square","stone":"reserve","turn":0,"column":-1}}',0,0,'API','old-004123',1795285617);
INSERT INTO "entry" VALUES(12,6,'move',1,'Build','{"move":{"die":"small","stone":"new","turn":0,"column":-1}}',0,0,'API','old-004124',1795285617);
INSERT INTO "entry" VALUES(12,7,'move',2,'Build','{"move":{"die":"small","stone":"reserve","turn":0,"column":-1}}',0,0,'API','old-004125',1795285617);
INSERT INTO "entry" VALUES(12,8,'move',1,'Roll','{"move":{"dice":["trapezoid","small","square","small","square","small","large"]}}',0,0,'API','old-004126',1795285617);
INSERT INTO "entry" VALUES(12,9,'move',1,'Build','{"move":{"die":"large","stone":"new","turn":0,"column":2}}',0,0,'API','old-004127',1795285617);
INSERT INTO "entry" VALUES(12,10,'move',2,'Build','{"move":{"die":"trapezoid","stone":"new","turn":1,"column":2}}',0,0,'API','old-004128',1795285617);
INSERT INTO "entry" VALUES(12,11,'move',0,'Build','{"move":{"die":"small","stone":"new","turn":1,"column":2}}',0,0,'API','old-004129',1795285617);
INSERT INTO "entry" VALUES(12,12,'move',1,'Build','{"move":{"die":"square","stone":"reserve","turn":0,"column":-2}}',0,0,'API','old-004130',1795285617);
INSERT INTO "entry" VALUES(12,13,'move',2,'Build','{"move":{"die":"small","stone":"reserve","turn":2,"column":0}}',0,0,'API','old-004131',1795285617);
INSERT INTO "entry" VALUES(12,14,'move',0,'Build','{"move":{"die":"small","stone":"new","turn":1,"column":-2}}',0,0,'API','old-004132',1795285617);
INSERT INTO "entry" VALUES(12,15,'move',2,'Roll','{"move":{"dice":["large","rectangle","rectangle","trapezoid","small","large","square"]}}',0,0,'API','old-004133',1795285617);
INSERT INTO "entry" VALUES(12,16,'move',2,'Build','{"move":{"die":"trapezoid","stone":"new","turn":5,"column":0}}',0,0,'API','old-004134',1795285617);
INSERT INTO "entry" VALUES(12,17,'move',0,'Build','{"move":{"die":"large","stone":"new","turn":0,"column":-4}}',0,0,'API','old-004135',1795285617);
INSERT INTO "entry" VALUES(12,18,'move',1,'Build','{"move":{"die":"large","stone":"new","turn":0,"column":4}}',0,0,'API','old-004136',1795285617);
INSERT INTO "entry" VALUES(12,19,'move',1,'Declare','{"move":{}}',0,0,'API','old-004137',1795285617);
INSERT INTO "entry" VALUES(12,20,'move',2,'Build','{"move":{"die":"rectangle","stone":"new","turn":0,"column":4}}',0,0,'API','old-004138',1795285617);
INSERT INTO "entry" VALUES(12,21,'move',0,'Build','{"move":{"die":"small","stone":"new","turn":1,"column":3}}',0,0,'API','old-004139',1795285617);
INSERT INTO "entry" VALUES(12,22,'ruling',2,'SetAside','{"move":{"die":"square"}}',0,0,'API','old-004170r',1795285617);
INSERT INTO "entry" VALUES(12,23,'amend',0,'Build','{"move":{"die":"small","stone":"new","turn":1,"column":3}}',21,0,'API','amend-9M2TL',1795285623);
INSERT INTO "entry" VALUES(12,24,'amend',0,NULL,'{}',21,0,'API','amend-9M2TL-2',1795285623);
INSERT INTO "entry" VALUES(16,1,'setting',-1,NULL,'{"option":"prices","value":{"black":0,"blue":"X","brown":"X/10","green":"5/20","orange":15,"red":10}}',0,0,'API','old-006304',1795285637);
INSERT INTO "entry" VALUES(16,2,'move',0,'Sheet','{"move":{"money":60,"red":3,"green":2,"blue":3,"black":0,"orange":0,"brown":1,"wild":null,"prices":[]}}',0,0,'API','old-006305',1795285637);
INSERT INTO "entry" VALUES(16,3,'move',1,'Sheet','{"move":{"money":75,"red":0,"green":2,"blue":1,"black":0,"orange":2,"brown":0,"wild":"blue","prices":[]}}',0,0,'API','old-006306',1795285637);
INSERT INTO "entry" VALUES(16,4,'note',0,NULL,'{"text":"tea"}',0,0,'API','note-N524E',1795285637);
INSERT INTO "entry" VALUES(16,5,'undo',0,NULL,'{}',0,0,'API','undo-N524E-1',1795285637);
INSERT INTO "entry" VALUES(16,6,'redo',0,NULL,'{}',0,0,'API','redo-N524E-1',1795285637);
INSERT INTO "entry" VALUES(16,7,'move',2,'Sheet','{"move":{"money":95,"red":0,"green":1,"blue":0,"black":4,"orange":1,"brown":3,"wild":null,"prices":[]}}',0,0,'API','old-006307',1795285637);
INSERT INTO "entry" VALUES(16,8,'move',2,'Sheet','{"move":{"money":105,"red":0,"green":1,"blue":0,"black":4,"orange":1,"brown":3,"wild":null,"prices":[]}}',0,0,'API','old-006308',1795285637);
INSERT INTO "entry" VALUES(16,9,'move',0,'Close','{"move":{}}',0,0,'API','old-006309',1795285637);
INSERT INTO "entry" VALUES(17,1,'move',0,'Place','{"move":{"row":1,"column":1,"pawn":"C","law":0}}',0,0,'API','old-006310',1795285637);
INSERT INTO "entry" VALUES(17,2,'move',0,'Take','{"move":{"colour":"red","deal":"sell"}}',0,0,'API','old-006311',1795285637);
INSERT INTO "entry" VALUES(17,3,'move',0,'Draw','{"move":{"pawns":[]}}',0,0,'API','old-006312',1795285637);
INSERT INTO "entry" VALUES(17,4,'move',1,'Place','{"move":{"row":1,"column":2,"pawn":"D","law":0}}',0,0,'API','old-006313',1795285637);
INSERT INTO "entry" VALUES(17,5,'move',1,'Take','{"move":{"colour":"brown","deal":"keep"}}',0,0,'API','old-006314',1795285637);
INSERT INTO "entry" VALUES(17,6,'move',1,'Draw','{"move":{"pawns":["D"]}}',0,0,'API','old-006315',1795285637);
INSERT INTO "entry" VALUES(17,7,'move',0,'Place','{"move":{"row":1,"column":3,"pawn":"A","law":0}}',0,0,'API','old-006316',1795285637);
INSERT INTO "entry" VALUES(17,8,'move',0,'Take','{"move":{"colour":"red","deal":"sell"}}',0,0,'API','old-006317',1795285637);
INSERT INTO "entry" VALUES(17,9,'move',0,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006318',1795285637);
INSERT INTO "entry" VALUES(17,10,'move',1,'Place','{"move":{"row":2,"column":2,"pawn":"C","law":0}}',0,0,'API','old-006319',1795285637);
INSERT INTO "entry" VALUES(17,11,'move',1,'Take','{"move":{"colour":"brown","deal":"sell"}}',0,0,'API','old-006320',1795285637);
INSERT INTO "entry" VALUES(17,12,'move',1,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006321',1795285637);
INSERT INTO "entry" VALUES(17,13,'move',0,'Place','{"move":{"row":2,"column":1,"pawn":"B","law":0}}',0,0,'API','old-006322',1795285637);
INSERT INTO "entry" VALUES(17,14,'move',0,'Take','{"move":{"colour":"red","deal":"sell"}}',0,0,'API','old-006323',1795285637);
INSERT INTO "entry" VALUES(17,15,'move',0,'Draw','{"move":{"pawns":[]}}',0,0,'API','old-006324',1795285637);
INSERT INTO "entry" VALUES(17,16,'move',1,'Place','{"move":{"row":3,"column":1,"pawn":"A","law":0}}',0,0,'API','old-006325',1795285637);
INSERT INTO "entry" VALUES(17,17,'move',1,'Take','{"move":{"colour":"black","deal":"keep"}}',0,0,'API','old-006326',1795285637);
INSERT INTO "entry" VALUES(17,18,'move',1,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006327',1795285637);
INSERT INTO "entry" VALUES(17,19,'move',0,'Place','{"move":{"row":1,"column":10,"pawn":"D","law":0}}',0,0,'API','old-006328',1795285637);
INSERT INTO "entry" VALUES(17,20,'move',0,'Take','{"move":{"colour":"blue","deal":"sell"}}',0,0,'API','old-006329',1795285637);
INSERT INTO "entry" VALUES(17,21,'move',0,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006330',1795285637);
INSERT INTO "entry" VALUES(17,22,'move',1,'Place','{"move":{"row":1,"column":9,"pawn":"C","law":0}}',0,0,'API','old-006331',1795285637);
INSERT INTO "entry" VALUES(17,23,'move',1,'Take','{"move":{"colour":"blue","deal":"keep"}}',0,0,'API','old-006332',1795285637);
INSERT INTO "entry" VALUES(17,24,'move',1,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006333',1795285637);
INSERT INTO "entry" VALUES(17,25,'move',0,'Place','{"move":{"row":2,"column":9,"pawn":"A","law":0}}',0,0,'API','old-006334',1795285637);
INSERT INTO "entry" VALUES(17,26,'move',0,'Take','{"move":{"colour":"brown","deal":"keep"}}',0,0,'API','old-006335',1795285637);
INSERT INTO "entry" VALUES(17,27,'move',0,'Draw','{"move":{"pawns":["B"]}}',0,0,'API','old-006336',1795285637);
INSERT INTO "entry" VALUES(17,28,'move',1,'Place','{"move":{"row":1,"column":8,"pawn":"B","law":0}}',0,0,'API','old-006337',1795285637);
INSERT INTO "entry" VALUES(17,29,'move',1,'Take','{"move":{"colour":"green","deal":"keep"}}',0,0,'API','old-006338',1795285637);
INSERT INTO "entry" VALUES(17,30,'move',1,'Draw','{"move":{"pawns":["B"]}}',0,0,'API','old-006339',1795285637);
INSERT INTO "entry" VALUES(17,31,'move',0,'Place','{"move":{"row":1,"column":7,"pawn":"C","law":0}}',0,0,'API','old-006340',1795285637);
INSERT INTO "entry" VALUES(17,32,'move',0,'Take','{"move":{"colour":"brown","deal":"sell"}}',0,0,'API','old-006341',1795285637);
INSERT INTO "entry" VALUES(17,33,'move',0,'Draw','{"move":{"pawns":["D"]}}',0,0,'API','old-006342',1795285637);
INSERT INTO "entry" VALUES(17,34,'move',1,'Place','{"move":{"row":2,"column":7,"pawn":"A","law":0}}',0,0,'API','old-006343',1795285637);
INSERT INTO "entry" VALUES(17,35,'move',1,'Take','{"move":{"colour":"green","deal":"keep"}}',0,0,'API','old-006344',1795285637);
INSERT INTO "entry" VALUES(17,36,'move',1,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006345',1795285637);
INSERT INTO "entry" VALUES(17,37,'move',0,'Place','{"move":{"row":2,"column":8,"pawn":"D","law":0}}',0,0,'API','old-006346',1795285637);
INSERT INTO "entry" VALUES(17,38,'move',0,'Take','{"move":{"colour":"red","deal":"keep"}}',0,0,'API','old-006347',1795285637);
INSERT INTO "entry" VALUES(17,39,'move',0,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006348',1795285637);
INSERT INTO "entry" VALUES(17,40,'move',1,'Place','{"move":{"row":3,"column":7,"pawn":"B","law":0}}',0,0,'API','old-006349',1795285637);
INSERT INTO "entry" VALUES(17,41,'move',1,'Take','{"move":{"colour":"red","deal":"keep"}}',0,0,'API','old-006350',1795285637);
INSERT INTO "entry" VALUES(17,42,'move',1,'Draw','{"move":{"pawns":["B"]}}',0,0,'API','old-006351',1795285637);
INSERT INTO "entry" VALUES(17,43,'move',0,'Place','{"move":{"row":3,"column":8,"pawn":"C","law":0}}',0,0,'API','old-006352',1795285637);
INSERT INTO "entry" VALUES(17,44,'move',0,'Take','{"move":{"colour":"orange","deal":"keep"}}',0,0,'API','old-006353',1795285637);
INSERT INTO "entry" VALUES(17,45,'move',0,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006354',1795285637);
INSERT INTO "entry" VALUES(17,46,'move',1,'Place','{"move":{"row":4,"column":7,"pawn":"D","law":0}}',0,0,'API','old-006355',1795285637);
INSERT INTO "entry" VALUES(17,47,'move',1,'Take','{"move":{"colour":"green","deal":"keep"}}',0,0,'API','old-006356',1795285637);
INSERT INTO "entry" VALUES(17,48,'move',1,'Draw','{"move":{"pawns":["D"]}}',0,0,'API','old-006357',1795285637);
INSERT INTO "entry" VALUES(17,49,'move',0,'Place','{"move":{"row":1,"column":6,"pawn":"A","law":0}}',0,0,'API','old-006358',1795285637);
INSERT INTO "entry" VALUES(17,50,'move',0,'Take','{"move":{"colour":"blue","deal":"keep"}}',0,0,'API','old-006359',1795285637);
INSERT INTO "entry" VALUES(17,51,'move',0,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006360',1795285637);
INSERT INTO "entry" VALUES(17,52,'move',1,'Place','{"move":{"row":2,"column":6,"pawn":"B","law":0}}',0,0,'API','old-006361',1795285637);
INSERT INTO "entry" VALUES(17,53,'move',1,'Take','{"move":{"colour":"orange","deal":"sell"}}',0,0,'API','old-006362',1795285637);
INSERT INTO "entry" VALUES(17,54,'move',1,'Draw','{"move":{"pawns":["B"]}}',0,0,'API','old-006363',1795285637);
INSERT INTO "entry" VALUES(17,55,'move',0,'Place','{"move":{"row":1,"column":5,"pawn":"B","law":0}}',0,0,'API','old-006364',1795285637);
INSERT INTO "entry" VALUES(17,56,'move',0,'Take','{"move":{"colour":"brown","deal":"keep"}}',0,0,'API','old-006365',1795285637);
INSERT INTO "entry" VALUES(17,57,'move',0,'Draw','{"move":{"pawns":["D"]}}',0,0,'API','old-006366',1795285637);
INSERT INTO "entry" VALUES(17,58,'move',1,'Place','{"move":{"row":3,"column":6,"pawn":"C","law":0}}',0,0,'API','old-006367',1795285637);
INSERT INTO "entry" VALUES(17,59,'move',1,'Take','{"move":{"colour":"brown","deal":"keep"}}',0,0,'API','old-006368',1795285637);
INSERT INTO "entry" VALUES(17,60,'move',1,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006369',1795285637);
INSERT INTO "entry" VALUES(17,61,'move',0,'Place','{"move":{"row":4,"column":6,"pawn":"A","law":0}}',0,0,'API','old-006370',1795285637);
INSERT INTO "entry" VALUES(17,62,'move',0,'Reveal','{"move":{"law":12}}',0,0,'API','old-006371',1795285637);
INSERT INTO "entry" VALUES(17,63,'move',0,'KeepLaw','{"move":{}}',0,0,'API','old-006372',1795285637);
INSERT INTO "entry" VALUES(17,64,'move',0,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006373',1795285637);
INSERT INTO "entry" VALUES(17,65,'move',1,'Place','{"move":{"row":5,"column":6,"pawn":"C","law":0}}',0,0,'API','old-006374',1795285637);
INSERT INTO "entry" VALUES(17,66,'move',1,'Reveal','{"move":{"law":6}}',0,0,'API','old-006375',1795285637);
INSERT INTO "entry" VALUES(17,67,'move',1,'PutUnder','{"move":{"colour":"green"}}',0,0,'API','old-006376',1795285637);
INSERT INTO "entry" VALUES(17,68,'move',1,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006377',1795285637);
INSERT INTO "entry" VALUES(17,69,'move',0,'Place','{"move":{"row":2,"column":5,"pawn":"D","law":0}}',0,0,'API','old-006378',1795285637);
INSERT INTO "entry" VALUES(17,70,'move',0,'Take','{"move":{"colour":"brown","deal":"sell"}}',0,0,'API','old-006379',1795285637);
INSERT INTO "entry" VALUES(17,71,'move',0,'Swap','{"move":{"row":3,"column":4,"other_row":2,"other_column":3}}',0,0,'API','old-006380',1795285637);
INSERT INTO "entry" VALUES(17,72,'move',0,'Draw','{"move":{"pawns":[]}}',0,0,'API','old-006381',1795285637);
INSERT INTO "entry" VALUES(17,73,'move',1,'Place','{"move":{"row":3,"column":5,"pawn":"A","law":0}}',0,0,'API','old-006382',1795285637);
INSERT INTO "entry" VALUES(17,74,'move',1,'Take','{"move":{"colour":"black","deal":"keep"}}',0,0,'API','old-006383',1795285637);
INSERT INTO "entry" VALUES(17,75,'move',1,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006384',1795285637);
INSERT INTO "entry" VALUES(17,76,'move',0,'Place','{"move":{"row":1,"column":11,"pawn":"A","law":0}}',0,0,'API','old-006385',1795285637);
INSERT INTO "entry" VALUES(17,77,'move',0,'Take','{"move":{"colour":"orange","deal":"keep"}}',0,0,'API','old-006386',1795285637);
INSERT INTO "entry" VALUES(17,78,'move',0,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006387',1795285637);
INSERT INTO "entry" VALUES(17,79,'move',1,'Place','{"move":{"row":4,"column":5,"pawn":"D","law":0}}',0,0,'API','old-006388',1795285637);
INSERT INTO "entry" VALUES(17,80,'move',1,'Take','{"move":{"colour":"orange","deal":"keep"}}',0,0,'API','old-006389',1795285637);
INSERT INTO "entry" VALUES(17,81,'move',1,'Draw','{"move":{"pawns":["D"]}}',0,0,'API','old-006390',1795285637);
INSERT INTO "entry" VALUES(17,82,'move',0,'Place','{"move":{"row":1,"column":4,"pawn":"C","law":0}}',0,0,'API','old-006391',1795285638);
INSERT INTO "entry" VALUES(17,83,'move',0,'Take','{"move":{"colour":"green","deal":"keep"}}',0,0,'API','old-006392',1795285638);
INSERT INTO "entry" VALUES(17,84,'move',0,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006393',1795285638);
INSERT INTO "entry" VALUES(17,85,'move',1,'Place','{"move":{"row":5,"column":5,"pawn":"B","law":0}}',0,0,'API','old-006394',1795285638);
INSERT INTO "entry" VALUES(17,86,'move',1,'Take','{"move":{"colour":"orange","deal":"keep"}}',0,0,'API','old-006395',1795285638);
INSERT INTO "entry" VALUES(17,87,'move',1,'Draw','{"move":{"pawns":["B"]}}',0,0,'API','old-006396',1795285638);
INSERT INTO "entry" VALUES(17,88,'move',0,'Place','{"move":{"row":2,"column":10,"pawn":"C","law":0}}',0,0,'API','old-006397',1795285638);
INSERT INTO "entry" VALUES(17,89,'move',0,'Take','{"move":{"colour":"orange","deal":"sell"}}',0,0,'API','old-006398',1795285638);
INSERT INTO "entry" VALUES(17,90,'move',0,'Draw','{"move":{"pawns":["C"]}}',0,0,'API','old-006399',1795285638);
INSERT INTO "entry" VALUES(17,91,'move',1,'Place','{"move":{"row":6,"column":5,"pawn":"A","law":0}}',0,0,'API','old-006400',1795285638);
INSERT INTO "entry" VALUES(17,92,'move',1,'Take','{"move":{"colour":"red","deal":"keep"}}',0,0,'API','old-006401',1795285638);
INSERT INTO "entry" VALUES(17,93,'move',1,'Draw','{"move":{"pawns":["A"]}}',0,0,'API','old-006402',1795285638);
INSERT INTO "entry" VALUES(17,94,'move',0,'Place','{"move":{"row":2,"column":4,"pawn":"neighbour","law":0}}',0,0,'API','old-006403',1795285638);
INSERT INTO "entry" VALUES(17,95,'move',0,'Take','{"move":{"colour":"blue","deal":"keep"}}',0,0,'API','old-006404',1795285638);
INSERT INTO "entry" VALUES(17,96,'move',0,'Place','{"move":{"row":3,"column":4,"pawn":"C","law":0}}',0,0,'API','old-006405',1795285638);
INSERT INTO "entry" VALUES(17,97,'ruling',0,'Reveal','{"move":{"law":7}}',0,0,'API','old-006437r',1795285638);
INSERT INTO "entry" VALUES(17,98,'amend',0,'Place','{"move":{"row":3,"column":4,"pawn":"C","law":0}}',96,0,'API','amend-FV763',1795285646);
INSERT INTO "entry" VALUES(17,99,'amend',0,NULL,'{}',96,0,'API','amend-FV763-2',1795285646);
INSERT INTO "entry" VALUES(21,1,'move',0,'Found','{"move":{"at_site":false}}',0,0,'API','old-009054',1795285668);
INSERT INTO "entry" VALUES(21,2,'move',1,'Found','{"move":{"at_site":false}}',0,0,'API','old-009055',1795285668);
INSERT INTO "entry" VALUES(21,3,'move',2,'Found','{"move":{"at_site":false}}',0,0,'API','old-009056',1795285668);
INSERT INTO "entry" VALUES(21,4,'move',2,'Found','{"move":{"at_site":false}}',0,0,'API','old-009057',1795285668);
INSERT INTO "entry" VALUES(21,5,'move',1,'Found','{"move":{"at_site":false}}',0,0,'API','old-009058',1795285668);
INSERT INTO "entry" VALUES(21,6,'move',0,'Found','{"move":{"at_site":false}}',0,0,'API','old-009059',1795285668);
INSERT INTO "entry" VALUES(21,7,'move',0,'Found','{"move":{"at_site":false}}',0,0,'API','old-009060',1795285668);
INSERT INTO "entry" VALUES(21,8,'move',1,'Found','{"move":{"at_site":false}}',0,0,'API','old-009061',1795285668);
INSERT INTO "entry" VALUES(21,9,'move',2,'Found','{"move":{"at_site":false}}',0,0,'API','old-009062',1795285668);
INSERT INTO "entry" VALUES(21,10,'move',0,'Roll','{"move":{"total":7}}',0,0,'API','old-009063',1795285669);
INSERT INTO "entry" VALUES(21,11,'move',2,'Income','{"move":{"gold":2}}',0,0,'API','old-009064',1795285669);
INSERT INTO "entry" VALUES(21,12,'move',0,'Build','{"move":{"piece":"settlement","at_site":true}}',0,0,'API','old-009065',1795285669);
INSERT INTO "entry" VALUES(21,13,'move',1,'Roll','{"move":{"total":8}}',0,0,'API','old-009066',1795285669);
INSERT INTO "entry" VALUES(21,14,'move',2,'Roll','{"move":{"total":7}}',0,0,'API','old-009067',1795285669);
INSERT INTO "entry" VALUES(21,15,'move',0,'Roll','{"move":{"total":7}}',0,0,'API','old-009068',1795285669);
INSERT INTO "entry" VALUES(21,16,'move',0,'Income','{"move":{"gold":2}}',0,0,'API','old-009069',1795285669);
INSERT INTO "entry" VALUES(21,17,'move',0,'Build','{"move":{"piece":"settlement","at_site":false}}',0,0,'API','old-009070',1795285669);
INSERT INTO "entry" VALUES(21,18,'move',1,'Roll','{"move":{"total":4}}',0,0,'API','old-009071',1795285669);
INSERT INTO "entry" VALUES(21,19,'move',1,'Build','{"move":{"piece":"settlement","at_site":true}}',0,0,'API','old-009072',1795285669);
INSERT INTO "entry" VALUES(21,20,'move',2,'Roll','{"move":{"total":10}}',0,0,'API','old-009073',1795285669);
INSERT INTO "entry" VALUES(21,21,'move',2,'Build','{"move":{"piece":"settlement","at_site":true}}',0,0,'API','old-009074',1795285669);
INSERT INTO "entry" VALUES(21,22,'move',0,'Roll','{"move":{"total":6}}',0,0,'API','old-009075',1795285669);
INSERT INTO "entry" VALUES(21,23,'move',0,'Build','{"move":{"piece":"city","at_site":false}}',0,0,'API','old-009076',1795285669);
INSERT INTO "entry" VALUES(21,24,'move',1,'Roll','{"move":{"total":7}}',0,0,'API','old-009077',1795285669);
INSERT INTO "entry" VALUES(21,25,'move',1,'Build','{"move":{"piece":"city","at_site":false}}',0,0,'API','old-009078',1795285669);
INSERT INTO "entry" VALUES(21,26,'move',2,'Roll','{"move":{"total":7}}',0,0,'API','old-009079',1795285669);
INSERT INTO "entry" VALUES(21,27,'move',0,'Roll','{"move":{"total":7}}',0,0,'API','old-009080',1795285669);
INSERT INTO "entry" VALUES(21,28,'move',1,'Income','{"move":{"gold":1}}',0,0,'API','old-009081',1795285669);
INSERT INTO "entry" VALUES(21,29,'move',0,'Build','{"move":{"piece":"settlement","at_site":false}}',0,0,'API','old-009082',1795285669);
INSERT INTO "entry" VALUES(21,30,'move',1,'Roll','{"move":{"total":7}}',0,0,'API','old-009083',1795285669);
INSERT INTO "entry" VALUES(21,31,'move',1,'Lay','{"move":{"owner":null}}',0,0,'API','old-009084',1795285669);
INSERT INTO "entry" VALUES(21,32,'move',2,'Roll','{"move":{"total":7}}',0,0,'API','old-009085',1795285669);
INSERT INTO "entry" VALUES(21,33,'move',0,'Roll','{"move":{"total":6}}',0,0,'API','old-009086',1795285669);
INSERT INTO "entry" VALUES(21,34,'move',2,'Income','{"move":{"gold":1}}',0,0,'API','old-009087',1795285669);
INSERT INTO "entry" VALUES(21,35,'move',1,'Roll','{"move":{"total":4}}',0,0,'API','old-009088',1795285669);
INSERT INTO "entry" VALUES(21,36,'move',2,'Income','{"move":{"gold":1}}',0,0,'API','old-009089',1795285669);
INSERT INTO "entry" VALUES(21,37,'move',1,'Build','{"move":{"piece":"road","at_site":false}}',0,0,'API','old-009090',1795285669);
INSERT INTO "entry" VALUES(21,38,'move',2,'Roll','{"move":{"total":9}}',0,0,'API','old-009091',1795285669);
INSERT INTO "entry" VALUES(21,39,'amend',0,'Roll','{"move":{"total":9}}',38,0,'API','amend-XNCJC',1795285674);
INSERT INTO "entry" VALUES(21,40,'amend',0,NULL,'{}',38,0,'API','amend-XNCJC-2',1795285674);
CREATE TABLE "group" (
	id INTEGER NOT NULL, 
	digest VARCHAR(64) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	made_at DATETIME NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (digest)
);
CREATE TABLE group_edition (
	group_id INTEGER NOT NULL, 
	edition_id INTEGER NOT NULL, 
	PRIMARY KEY (group_id, edition_id), 
	FOREIGN KEY(edition_id) REFERENCES edition (id), 
	FOREIGN KEY(group_id) REFERENCES "group" (id)
);
CREATE TABLE group_table (
	group_id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	people JSON NOT NULL, 
	version INTEGER NOT NULL, 
	result JSON, 
	PRIMARY KEY (group_id, table_id), 
	FOREIGN KEY(group_id) REFERENCES "group" (id), 
	FOREIGN KEY(table_id) REFERENCES "table" (id)
);
CREATE TABLE link (
	id INTEGER NOT NULL, 
	table_id INTEGER NOT NULL, 
	role VARCHAR(8) NOT NULL, 
	seat INTEGER, 
	digest VARCHAR(64) NOT NULL, 
	device VARCHAR(40) NOT NULL, 
	made_at DATETIME NOT NULL, 
	revoked_at DATETIME, 
	PRIMARY KEY (id), 
	FOREIGN KEY(table_id) REFERENCES "table" (id), 
	UNIQUE (digest)
);
INSERT INTO "link" VALUES(2,2,'host',0,'6da8c58e2c5c29ed91726f741e35f1ee90f4b28bae03cd3be68b7a15a2a3b3f7','API','2026-11-21 18:25:51.000000',NULL);
INSERT INTO "link" VALUES(3,3,'host',0,'e06a4f01083edce8ac558b508431fb3dface54fa00fc50ec78f192b94ed4b865','API','2026-11-21 18:25:51.000000',NULL);
INSERT INTO "link" VALUES(7,7,'host',0,'69a97bc0d5533688484cc09d212fceba405b24d066bbf36fdd83a2c4e650ec82','API','2026-11-21 18:26:22.000000',NULL);
INSERT INTO "link" VALUES(8,8,'host',0,'a59c040ee62b445f341f0dc26665b7c1664e17a47b7c3ced5a06f26b2102a798','API','2026-11-21 18:26:22.000000',NULL);
INSERT INTO "link" VALUES(12,12,'host',0,'841d5298b9fb7907cb516e764369f143e307b05b22245ba51d7cc0a1e11d7c2b','API','2026-11-21 18:26:57.000000',NULL);
INSERT INTO "link" VALUES(16,16,'host',0,'c68094223b3a69f1bb02e83533bef0e1b681960a47772d447280f3d9aeb24998','API','2026-11-21 18:27:17.000000',NULL);
INSERT INTO "link" VALUES(17,17,'host',0,'915e0bd14c5ddfb150a5d216caf2899bb31e85c885f90c5b4da2e51cbd5ecd1c','API','2026-11-21 18:27:17.000000',NULL);
INSERT INTO "link" VALUES(21,21,'host',0,'6806fde5fb1cbf6bf18decee87b04702c686cdb0018487bd6d8bf22cedee4f68','API','2026-11-21 18:27:48.000000',NULL);
CREATE TABLE person (
	id INTEGER NOT NULL, 
	group_id INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(group_id) REFERENCES "group" (id)
);
CREATE TABLE seat (
	table_id INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	PRIMARY KEY (table_id, number), 
	FOREIGN KEY(table_id) REFERENCES "table" (id)
);
INSERT INTO "seat" VALUES(2,0,'Ana');
INSERT INTO "seat" VALUES(2,1,'Bo');
INSERT INTO "seat" VALUES(2,2,'Cy');
INSERT INTO "seat" VALUES(3,0,'Noor');
INSERT INTO "seat" VALUES(3,1,'Sam');
INSERT INTO "seat" VALUES(3,2,'Kim');
INSERT INTO "seat" VALUES(7,0,'Ana');
INSERT INTO "seat" VALUES(7,1,'Bo');
INSERT INTO "seat" VALUES(7,2,'Cy');
INSERT INTO "seat" VALUES(8,0,'Noor');
INSERT INTO "seat" VALUES(8,1,'Sam');
INSERT INTO "seat" VALUES(8,2,'Kim');
INSERT INTO "seat" VALUES(8,3,'Leo');
INSERT INTO "seat" VALUES(12,0,'Ana');
INSERT INTO "seat" VALUES(12,1,'Bo');
INSERT INTO "seat" VALUES(12,2,'Cy');
INSERT INTO "seat" VALUES(16,0,'Ana');
INSERT INTO "seat" VALUES(16,1,'Bo');
INSERT INTO "seat" VALUES(16,2,'Cy');
INSERT INTO "seat" VALUES(17,0,'Ana');
INSERT INTO "seat" VALUES(17,1,'Bo');
INSERT INTO "seat" VALUES(21,0,'Ana');
INSERT INTO "seat" VALUES(21,1,'Bo');
INSERT INTO "seat" VALUES(21,2,'Cy');
CREATE TABLE snapshot (
	table_id INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	rules INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES "table" (id)
);
INSERT INTO "snapshot" VALUES(3,16,1,'{"state":{"stacks":[["+1"],["+4"],["-2"],[],[],["-3","t3","+1"],["-5","-3","+2"],[],["+4"],["+4"],["-4","+1"],["+1"]],"turn":2,"pile":55,"hands":[4,4,4],"gone":["+5","demolition"],"ended":"","finisher":-1},"settings":{},"last":16,"count":16}');
INSERT INTO "snapshot" VALUES(8,16,1,'{"state":{"boards":[[4563403036,0,3,2],[25821708288,1,4,0],[753669,2,3,16],[27380973568,1,3,0]],"active":1,"round":4,"acted":0,"open":109,"rolled":"YYBB","middle":"YYBB","ended":""},"settings":{},"last":16,"count":16}');
INSERT INTO "snapshot" VALUES(12,16,1,'{"state":{"tombs":[{"left":-2,"skyline":[[1,0],[0,1],[1,2],[2,1],[1,0]],"stones":[{"shape":"large","turn":0,"column":0,"height":1},{"shape":"small","turn":0,"column":-1,"height":0},{"shape":"small","turn":1,"column":2,"height":0},{"shape":"small","turn":1,"column":-2,"height":0}],"corners":[[-2,0],[-2,1],[-1,0],[0,0],[0,1],[1,2],[2,0],[2,1],[3,0]]},{"left":-2,"skyline":[[0,1],[0,1],[1,2],[2,1],[0,1],[1,0]],"stones":[{"shape":"large","turn":0,"column":0,"height":1},{"shape":"small","turn":0,"column":-1,"height":0},{"shape":"large","turn":0,"column":2,"height":0},{"shape":"small","turn":0,"column":-2,"height":0}],"corners":[[-2,0],[-1,0],[-1,1],[0,0],[0,1],[1,2],[2,0],[2,1],[3,1],[4,0]]},{"left":-1,"skyline":[[0,1],[4,3],[2,1],[1,1],[1,0]],"stones":[{"shape":"large","turn":0,"column":0,"height":1},{"shape":"small","turn":0,"column":-1,"height":0},{"shape":"trapezoid","turn":1,"column":2,"height":0},{"shape":"small","turn":2,"column":0,"height":1},{"shape":"trapezoid","turn":5,"column":0,"height":2}],"corners":[[-1,0],[0,0],[0,1],[0,2],[0,4],[1,2],[1,3],[2,0],[2,1],[3,1],[4,0]]}],"reserves":["square","square","small"],"supply":[4,17,12,10,12],"supplier":2,"picker":0,"dice":["square","rectangle","rectangle","small","large","large"],"builder":2,"aside":[0,0,0],"declared":[],"killer":-1},"settings":{},"last":16,"count":16}');
INSERT INTO "snapshot" VALUES(17,96,1,'{"state":{"turn":0,"hands":[[0,0,0,0],[1,1,1,1]],"pawns":[18446746273019331620,4503600701247632,9007202075418953,5497558729218,32768],"drawn":[10,7,11,7],"money":[50,20],"kept":[[1,1,2,0,2,2],[2,3,1,2,2,2]],"sold":[3,0,1,0,2,3],"gone":[6,4,4,2,6,7],"known":{},"eyes":18894087190120117567488,"laws":[6,12],"market":[],"law_3":false,"under":[0,6,0,0,0,0],"law_7":null,"law_9":-1,"held":[[],[]],"fresh":[],"neighbours":3,"saved":[0,0],"phase":"take","hired":true,"placed":true,"at":134217728,"by":"normal","pending":0,"over":"","wild":-1},"settings":{},"last":96,"count":96}');
INSERT INTO "snapshot" VALUES(21,32,1,'{"state":{"gold":[5,4,5],"settlements":[5,3,4],"cities":[1,1,0],"roads":[0,0,0],"ships":[0,0,0],"at_site":[1,1,1],"knights":[0,0,0],"cards":[0,0,0],"stones":[0,1,0],"founded":9,"turn":2,"rolled":true,"paid_out":14,"black":7,"order":[-1,-1,-1,-1,-1,-1,1,-1],"army":-1,"blessed":1,"cursed":[0,2],"rolls":[7,8,7,7,4,10,6,7,7,7,7,7],"closing":"","closer":-1,"revealed":[],"network":[],"houses":[]},"settings":{},"last":32,"count":32}');
CREATE TABLE "table" (
	id INTEGER NOT NULL, 
	code VARCHAR(8) NOT NULL, 
	slug VARCHAR(32) NOT NULL, 
	mode VARCHAR(16) NOT NULL, 
	rules INTEGER NOT NULL, 
	first INTEGER NOT NULL, 
	options JSON NOT NULL, 
	opened_at DATETIME NOT NULL, 
	next_code VARCHAR(8), 
	PRIMARY KEY (id), 
	UNIQUE (code)
);
INSERT INTO "table" VALUES(2,'FPTDW','giza','tally',1,0,'{"edition": null}','2026-11-21 18:25:51.000000',NULL);
INSERT INTO "table" VALUES(3,'RBT7K','giza','referee',1,1,'{"open_stacks": false, "demolish_others_sphinx": true, "finished_under_scarab": false, "edition": null}','2026-11-21 18:25:51.000000',NULL);
INSERT INTO "table" VALUES(7,'BAEGT','cheops_dice','tally',1,0,'{}','2026-11-21 18:26:22.000000',NULL);
INSERT INTO "table" VALUES(8,'3M7YD','cheops_dice','referee',1,2,'{"strict_order": true, "sheets": [{"set": "practice", "letter": "1", "origin": "practice", "pyramid": {"rows": ["GRBOV", "OVGB", "YOY", "RB", "G"], "values": [1, 4, 8, 14, 22]}, "arch": {"left": "RVRB", "right": "YOYG", "values": [2, 4, 6, 8], "keystone": "V", "keystone_value": 11}, "floor": {"grid": ["ROBY", "OVGB", "YGRV"], "points": [4, 6, 8, 11, 15]}, "quarry": "YROBGVYORGVBORGYBV", "bonuses": [{"building": "pyramid", "symbol": "scarab", "kind": "single", "boxes": ["pyramid-2-4"]}, {"building": "pyramid", "symbol": "snake", "kind": "single", "boxes": ["pyramid-3-2"]}, {"building": "pyramid", "symbol": "ankh", "kind": "single", "boxes": ["pyramid-4-1"]}, {"building": "arch", "symbol": "scorpion", "kind": "single", "boxes": ["left-3"]}, {"building": "arch", "symbol": "eye", "kind": "single", "boxes": ["right-4"]}, {"building": "floor", "symbol": "eye", "kind": "last_of_type", "boxes": ["floor-1-1", "floor-3-4"]}, {"building": "floor", "symbol": "scorpion", "kind": "last_of_type", "boxes": ["floor-1-4", "floor-3-1"]}], "jokers_printed": 5, "copied_by": "", "checked_by": "", "version": 1, "hash": "b7b17ed18e1c0061"}, {"set": "practice", "letter": "2", "origin": "practice", "pyramid": {"rows": ["OBYVG", "VGOY", "RVR", "BY", "O"], "values": [1, 4, 8, 14, 22]}, "arch": {"left": "BGBY", "right": "RVRO", "values": [2, 4, 6, 8], "keystone": "G", "keystone_value": 11}, "floor": {"grid": ["BVYR", "VGOY", "ROBG"], "points": [4, 6, 8, 11, 15]}, "quarry": "RBVYOGRVBOGYVBORYG", "bonuses": [{"building": "pyramid", "symbol": "scarab", "kind": "single", "boxes": ["pyramid-2-4"]}, {"building": "pyramid", "symbol": "snake", "kind": "single", "boxes": ["pyramid-3-2"]}, {"building": "pyramid", "symbol": "ankh", "kind": "single", "boxes": ["pyramid-4-1"]}, {"building": "arch", "symbol": "scorpion", "kind": "single", "boxes": ["left-3"]}, {"building": "arch", "symbol": "eye", "kind": "single", "boxes": ["right-4"]}, {"building": "floor", "symbol": "eye", "kind": "last_of_type", "boxes": ["floor-1-1", "floor-3-4"]}, {"building": "floor", "symbol": "scorpion", "kind": "last_of_type", "boxes": ["floor-1-4", "floor-3-1"]}], "jokers_printed": 5, "copied_by": "", "checked_by": "", "version": 1, "hash": "e5fa1fe8d4ddb9d4"}, {"set": "practice", "letter": "3", "origin": "practice", "pyramid": {"rows": ["VYRGO", "GOVR", "BGB", "YR", "V"], "values": [1, 4, 8, 14, 22]}, "arch": {"left": "YOYR", "right": "BGBV", "values": [2, 4, 6, 8], "keystone": "O", "keystone_value": 11}, "floor": {"grid": ["YGRB", "GOVR", "BVYO"], "points": [4, 6, 8, 11, 15]}, "quarry": "BYGRVOBGYVORGYVBRO", "bonuses": [{"building": "pyramid", "symbol": "scarab", "kind": "single", "boxes": ["pyramid-2-4"]}, {"building": "pyramid", "symbol": "snake", "kind": "single", "boxes": ["pyramid-3-2"]}, {"building": "pyramid", "symbol": "ankh", "kind": "single", "boxes": ["pyramid-4-1"]}, {"building": "arch", "symbol": "scorpion", "kind": "single", "boxes": ["left-3"]}, {"building": "arch", "symbol": "eye", "kind": "single", "boxes": ["right-4"]}, {"building": "floor", "symbol": "eye", "kind": "last_of_type", "boxes": ["floor-1-1", "floor-3-4"]}, {"building": "floor", "symbol": "scorpion", "kind": "last_of_type", "boxes": ["floor-1-4", "floor-3-1"]}], "jokers_printed": 5, "copied_by": "", "checked_by": "", "version": 1, "hash": "c2bdf062cd1c6644"}, {"set": "practice", "letter": "4", "origin": "practice", "pyramid": {"rows": ["BOVYR", "YRBV", "GYG", "OV", "B"], "values": [1, 4, 8, 14, 22]}, "arch": {"left": "OROV", "right": "GYGB", "values": [2, 4, 6, 8], "keystone": "R", "keystone_value": 11}, "floor": {"grid": ["OYVG", "YRBV", "GBOR"], "points": [4, 6, 8, 11, 15]}, "quarry": "GOYVBRGYOBRVYOBGVR", "bonuses": [{"building": "pyramid", "symbol": "scarab", "kind": "single", "boxes": ["pyramid-2-4"]}, {"building": "pyramid", "symbol": "snake", "kind": "single", "boxes": ["pyramid-3-2"]}, {"building": "pyramid", "symbol": "ankh", "kind": "single", "boxes": ["pyramid-4-1"]}, {"building": "arch", "symbol": "scorpion", "kind": "single", "boxes": ["left-3"]}, {"building": "arch", "symbol": "eye", "kind": "single", "boxes": ["right-4"]}, {"building": "floor", "symbol": "eye", "kind": "last_of_type", "boxes": ["floor-1-1", "floor-3-4"]}, {"building": "floor", "symbol": "scorpion", "kind": "last_of_type", "boxes": ["floor-1-4", "floor-3-1"]}], "jokers_printed": 5, "copied_by": "", "checked_by": "", "version": 1, "hash": "2bbcc5e7d7c87492"}, {"set": "practice", "letter": "5", "origin": "practice", "pyramid": {"rows": ["RGOBY", "BYRO", "VBV", "GO", "R"], "values": [1, 4, 8, 14, 22]}, "arch": {"left": "GYGO", "right": "VBVR", "values": [2, 4, 6, 8], "keystone": "Y", "keystone_value": 11}, "floor": {"grid": ["GBOV", "BYRO", "VRGY"], "points": [4, 6, 8, 11, 15]}, "quarry": "VGBORYVBGRYOBGRVOY", "bonuses": [{"building": "pyramid", "symbol": "scarab", "kind": "single", "boxes": ["pyramid-2-4"]}, {"building": "pyramid", "symbol": "snake", "kind": "single", "boxes": ["pyramid-3-2"]}, {"building": "pyramid", "symbol": "ankh", "kind": "single", "boxes": ["pyramid-4-1"]}, {"building": "arch", "symbol": "scorpion", "kind": "single", "boxes": ["left-3"]}, {"building": "arch", "symbol": "eye", "kind": "single", "boxes": ["right-4"]}, {"building": "floor", "symbol": "eye", "kind": "last_of_type", "boxes": ["floor-1-1", "floor-3-4"]}, {"building": "floor", "symbol": "scorpion", "kind": "last_of_type", "boxes": ["floor-1-4", "floor-3-1"]}], "jokers_printed": 5, "copied_by": "", "checked_by": "", "version": 1, "hash": "84d4f704eade9a54"}]}','2026-11-21 18:26:22.000000',NULL);
INSERT INTO "table" VALUES(12,'9M2TL','deadline','referee',1,0,'{"geometry": "A1", "strict_rule1": false, "free_set_aside": false}','2026-11-21 18:26:57.000000',NULL);
INSERT INTO "table" VALUES(16,'N524E','cheops_treasure','tally',1,0,'{"prices": null}','2026-11-21 18:27:17.000000',NULL);
INSERT INTO "table" VALUES(17,'FV763','cheops_treasure','referee',1,0,'{"edition": {"demo": true, "drawn": {"black": "II-b", "blue": "II-a", "brown": "III-b", "green": "I-b", "orange": "III-a", "red": "I-a"}, "eyes": ["4-3", "4-6", "5-2", "5-6", "6-3", "7-3"], "law7": 15, "tablets": {"I-a": "5 10 15 20 25", "I-b": "10 15 20 25 30", "II-a": "25 5 20 0 15", "II-b": "0 0 20 10 30", "III-a": "10 5/20 15 30/10 20", "III-b": "15 X 10 X 25"}}, "open_money": false, "save_neighbour": false, "neighbour_opens": true, "law_4_spares": false}','2026-11-21 18:27:17.000000',NULL);
INSERT INTO "table" VALUES(21,'XNCJC','cheops_catan','referee',1,0,'{"pharaoh_starts": "settlement", "black_stones": 16, "own_road": false, "holder_spared": true, "reminders": false}','2026-11-21 18:27:48.000000',NULL);
CREATE INDEX ix_link_table_id ON link (table_id);
CREATE INDEX ix_person_group_id ON person (group_id);
-- Written by hand in the form of then, as there were no such tables among them: a group with somebody who was
-- forgotten, its tables and a box; two phones on one seat, two hosts, one that watches, one whose link was ended.
UPDATE seat SET name = 'Somebody 3' WHERE table_id = 2 AND number = 2;
INSERT INTO "group" VALUES(1,'d08671e4d387d5b5345dbb738a0e9020de829bd9b1ed0e2e45a0bb35a384c8c5','Fridays','2026-11-21 18:30:00.000000');
INSERT INTO "person" VALUES(1,1,'Ana'),(2,1,'Bo'),(3,1,'');
INSERT INTO "group_table" VALUES(1,2,'[1, 2, 3]',-1,NULL),(1,7,'[1, 2, null]',-1,NULL);
INSERT INTO "group_edition" VALUES(1,1);
INSERT INTO "link" VALUES
(100,2,'seat',1,'f5a6f2358f656dcaeea2cc9fb55df30aac03ca19a6603464ebbfbce1fac66cc7','Mac','2026-11-21 18:26:00.000000',NULL),
(101,2,'seat',1,'36dc4173f981b0cd8e214b81e93dad830797e04ffcbe5a04ecc113144606605b','Mac','2026-11-21 18:26:00.000000',NULL),
(102,2,'seat',0,'62e89a8762970b5a280bc8a994438396dea5aaebf2822e4d4a08ca88d9ab4d1a','Mac','2026-11-21 18:26:00.000000',NULL),
(103,2,'host',NULL,'5caf40c4ac6cbb7221587c9246970df9dd93d85e7fdc02cfc595580081122bf8','Mac','2026-11-21 18:26:00.000000',NULL),
(104,2,'viewer',NULL,'e884d6537d639e2efad64154490fe050da190119806cba416fc52ec2288d1437','Mac','2026-11-21 18:26:00.000000',NULL),
(105,2,'seat',2,'e87ba7a0b779d8b797f86d19604504496f23b4d1e31ed4721d9dc8634172b723','Mac','2026-11-21 18:26:00.000000','2026-11-21 18:27:00.000000');
COMMIT;
