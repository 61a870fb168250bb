package io.github.wats.io.dataset;

import java.util.Locale;

/**
 * The opcodes of Python's pickle protocol that occur in Planetoid files. All others have only a
 * name, for error messages.
 */
enum PickleOpcode {
  GLOBAL('c'),
  BINPUT('q'),
  LONG_BINPUT('r'),
  BINGET('h'),
  MARK('('),
  EMPTY_TUPLE(')'),
  EMPTY_LIST(']'),
  EMPTY_DICT('}'),
  NEWOBJ(0x81),
  SHORT_BINSTRING('U'),
  BINSTRING('T'),
  BININT('J'),
  BININT1('K'),
  BININT2('M'),
  NONE('N'),
  NEWTRUE(0x88),
  NEWFALSE(0x89),
  TUPLE('t'),
  TUPLE1(0x85),
  TUPLE2(0x86),
  TUPLE3(0x87),
  APPEND('a'),
  APPENDS('e'),
  REDUCE('R'),
  BUILD('b'),
  SETITEMS('u'),
  STOP('.');

  private static final PickleOpcode[] BY_CODE = new PickleOpcode[256];

  /** The rest of protocols 0 to 5: a name at the place of its code. */
  private static final String[] OTHERS = new String[256];

  static {
    for (PickleOpcode opcode : values()) {
      BY_CODE[opcode.code] = opcode;
    }
    String others =
        "0 POP,1 POP_MARK,2 DUP,F FLOAT,I INT,L LONG,P PERSID,Q BINPERSID,S STRING,V UNICODE,"
            + "X BINUNICODE,d DICT,g GET,i INST,j LONG_BINGET,l LIST,o OBJ,p PUT,s SETITEM,"
            + "G BINFLOAT,B BINBYTES,C SHORT_BINBYTES,\u0080 PROTO,\u0082 EXT1,\u0083 EXT2,\u0084 EXT4,"
            + "\u008a LONG1,\u008b LONG4,\u008c SHORT_BINUNICODE,\u008d BINUNICODE8,"
            + "\u008e BINBYTES8,\u008f EMPTY_SET,\u0090 ADDITEMS,\u0091 FROZENSET,"
            + "\u0092 NEWOBJ_EX,\u0093 STACK_GLOBAL,\u0094 MEMOIZE,\u0095 FRAME,"
            + "\u0096 BYTEARRAY8,\u0097 NEXT_BUFFER,\u0098 READONLY_BUFFER";
    for (String other : others.split(",", -1)) {
      OTHERS[other.charAt(0)] = other.substring(2);
    }
  }

  private final int code;

  PickleOpcode(int code) {
    this.code = code;
  }

  /** The opcode of a code; refuses one that does not occur in a Planetoid file. */
  static PickleOpcode of(int code) {
    if (BY_CODE[code] == null) {
      String name = OTHERS[code] == null ? "unassigned" : OTHERS[code];
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT, "opcode %s (0x%02x) does not belong in a Planetoid file", name, code));
    }
    return BY_CODE[code];
  }
}
