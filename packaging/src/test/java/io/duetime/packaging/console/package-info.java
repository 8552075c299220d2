/** Tests of the console in a browser. */
@NullMarked
package io.duetime.packaging.console;

import org.jspecify.annotations.NullMarked;
