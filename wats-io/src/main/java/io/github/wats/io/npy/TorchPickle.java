package io.github.wats.io.npy;

import io.github.wats.internal.Check;
import io.github.wats.io.Location;
import io.github.wats.io.pickle.PickleMachine;
import io.github.wats.io.pickle.Text;
import io.github.wats.io.pickle.Values;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the pickle of {@code torch.save}: tensors, parameters, numbers and texts in dicts, lists
 * and tuples. Any other class is refused with its name and what to save instead.
 */
final class TorchPickle extends PickleMachine {
  private static final String TENSOR = "torch._utils _rebuild_tensor_v2";
  private static final String PARAMETER = "torch._utils _rebuild_parameter";
  private static final String DICT = "collections OrderedDict";

  private final Location location;

  private TorchPickle(Location location, byte[] bytes) {
    super(bytes, "PyTorch");
    this.location = location;
  }

  /** The one value in {@code bytes}; messages begin with {@code location}. */
  static Object read(Location location, byte[] bytes) {
    return new TorchPickle(location, bytes).run(location);
  }

  /** A function or class, by its name. */
  private record Global(String name) {
    @Override
    public String toString() {
      return name;
    }
  }

  @Override
  protected Object global(String name) {
    Optional<TensorType> type = TensorType.ofStorage(name);
    if (type.isPresent()) {
      return type.get();
    }
    if (List.of(TENSOR, PARAMETER, DICT).contains(name)) {
      return new Global(name);
    }
    String qualified = name.replace(' ', '.');
    String save =
        switch (name.split("\\.", 2)[0]) {
          case "torch_geometric" -> "data.to_dict()";
          case "dgl" -> "{\"edge_index\": torch.stack(data.edges()), **data.ndata}";
          case "numpy" -> "{name: torch.as_tensor(a) for name, a in data.items()}";
          default -> "{\"logits\": data.logits, \"y\": data.y}";
        };
    String rule =
        "holds an object of '%s', which could run code and is not read; save its tensors:%n"
            + "  data = torch.load(\"%s\", map_location=\"cpu\", weights_only=False)%n"
            + "  torch.save(%s, \"%s\")";
    String other = location.name().replaceFirst("(\\.[^./]*)?$", "-tensors.pt");
    throw location.invalid(rule, qualified, location.name(), save, other);
  }

  @Override
  protected boolean executes(int opcode) {
    switch (opcode) {
      case 'X' -> push(text(fourBytes())); // BINUNICODE
      case 'j' -> push(remembered(fourBytes())); // LONG_BINGET
      case 'G' -> // BINFLOAT, the only number with its first byte first
          push(text(Double.BYTES).content().order(ByteOrder.BIG_ENDIAN).getDouble());
      case 0x8a -> push(number(text(unsignedByte()))); // LONG1
      case 's' -> setItems(popLast(2)); // SETITEM
      case 'Q' -> push(storage(Values.tuple(pop(), "a persistent id"))); // BINPERSID
      default -> {
        return false;
      }
    }
    return true;
  }

  /** A little-endian integer of up to eight bytes. */
  private static Long number(Text bytes) {
    Check.argument(bytes.length() <= Long.BYTES, "integers have up to 64 bits");
    long value = 0;
    for (int k = bytes.length() - 1; k >= 0; k--) {
      int piece = bytes.content().get(k);
      value = k == bytes.length() - 1 ? piece : (value << Byte.SIZE) | (piece & 0xff);
    }
    return value;
  }

  /** {@code ("storage", type, key, device, count)}. */
  private static Tensor.Storage storage(Object[] id) {
    Check.argument(
        id.length == 5 && id[0] instanceof Text word && word.is("storage"),
        "a persistent id must be that of a storage");
    TensorType type = Values.checked(TensorType.class, id[1], "a storage's type", "a storage");
    return new Tensor.Storage(type, Values.text(id[2], "a storage's key").utf8(), whole(id[4]));
  }

  private static long whole(Object value) {
    return value instanceof Integer size
        ? size
        : Values.checked(Long.class, value, "a size", "an integer");
  }

  private static List<Long> sizes(Object value) {
    Object[] sizes = Values.tuple(value, "a shape or strides");
    Check.argument(sizes.length <= 32, "a tensor has up to 32 axes, got %d", sizes.length);
    return Arrays.stream(sizes).map(TorchPickle::whole).toList();
  }

  @Override
  protected Object reduce(Object callable, Object[] arguments) {
    String name = Values.checked(Global.class, callable, "what is called", "a function").name;
    if (name.equals(TENSOR) && arguments.length >= 4) {
      Tensor.Storage storage =
          Values.checked(Tensor.Storage.class, arguments[0], "a tensor's content", "a storage");
      Object metadata = arguments.length > 6 ? arguments[6] : Map.of();
      String rule =
          "a tensor with metadata, as of a negated view, is not read: save x.resolve_neg()";
      Check.argument(metadata == Constant.NONE || metadata.equals(Map.of()), rule);
      return new Tensor(storage, whole(arguments[1]), sizes(arguments[2]), sizes(arguments[3]));
    }
    if (name.equals(PARAMETER) && arguments.length > 0) {
      return Values.checked(Tensor.class, arguments[0], "a parameter", "a tensor");
    }
    Check.argument(
        name.equals(DICT) && arguments.length == 0,
        "%s does not take %d arguments",
        name,
        arguments.length);
    return new LinkedHashMap<>();
  }

  /** A state dict has attributes of no interest. */
  @Override
  protected void build(Object target, Object state) {
    Values.checked(Map.class, target, "what is built", "an OrderedDict");
  }

  /** Tuples of names, such as the types of an edge, are joined by {@code __}. */
  @Override
  protected Object key(Object key) {
    if (key instanceof Object[] names && names.length <= 3) {
      return Arrays.stream(names)
          .map(name -> super.key(name).toString())
          .collect(Collectors.joining("__"));
    }
    return super.key(key);
  }
}
