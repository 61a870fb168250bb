/**
 * Pickles of Python, read without executing anything. Begin with {@link
 * io.github.wats.io.pickle.PickleMachine}, of which each kind of file has a subclass with the names
 * that it may use.
 */
@NullMarked
package io.github.wats.io.pickle;

import org.jspecify.annotations.NullMarked;
