/** What the tests of the engines alone need to carry whole stores. */
@NullMarked
package io.duetime.engine.tck.transfer;

import org.jspecify.annotations.NullMarked;
