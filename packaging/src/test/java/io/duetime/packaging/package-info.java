/** Tests of the runnable jar and of the files to run it with. */
@NullMarked
package io.duetime.packaging;

import org.jspecify.annotations.NullMarked;
