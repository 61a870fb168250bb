/** How stored files are read: {@link io.github.wats.io.json.TypedJson}. For WATS alone. */
@NullMarked
package io.github.wats.io.json;

import org.jspecify.annotations.NullMarked;
