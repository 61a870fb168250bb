module consumer {
  requires io.github.wats.core;
}
