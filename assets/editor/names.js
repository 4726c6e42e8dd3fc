// Python's own names that Pygments colors: a reader may use them without an import.

export const BUILTINS = new Set(
  `__import__ abs aiter all any bin bool breakpoint bytearray bytes
  callable chr classmethod cls compile complex delattr dict dir divmod enumerate eval
  filter float format frozenset getattr globals hasattr hash hex id input int isinstance
  issubclass iter len list locals map max memoryview min next object oct open ord pow
  print property range repr reversed round self set setattr slice sorted staticmethod
  str sum super tuple type vars zip Ellipsis NotImplemented`.split(/\s+/),
);

export const EXCEPTIONS = new Set(
  `ArithmeticError AssertionError AttributeError BaseException BlockingIOError
  BrokenPipeError BufferError BytesWarning ChildProcessError ConnectionAbortedError
  ConnectionError ConnectionRefusedError ConnectionResetError DeprecationWarning
  EOFError EncodingWarning EnvironmentError Exception FileExistsError
  FileNotFoundError FloatingPointError FutureWarning GeneratorExit IOError ImportError
  ImportWarning IndentationError IndexError InterruptedError IsADirectoryError
  KeyError KeyboardInterrupt LookupError MemoryError ModuleNotFoundError NameError
  NotADirectoryError NotImplementedError OSError OverflowError
  PendingDeprecationWarning PermissionError ProcessLookupError RecursionError
  ReferenceError ResourceWarning RuntimeError RuntimeWarning StopAsyncIteration
  StopIteration SyntaxError SyntaxWarning SystemError SystemExit TabError TimeoutError
  TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError UnicodeError
  UnicodeTranslateError UnicodeWarning UserWarning ValueError Warning
  ZeroDivisionError`.split(/\s+/),
);

// These have their color as attributes as well: `type(x).__name__`.
export const MAGIC = new Set(
  `__annotations__ __bases__ __class__ __dict__ __doc__ __file__ __module__ __mro__
  __name__ __qualname__ __slots__`.split(/\s+/),
);
