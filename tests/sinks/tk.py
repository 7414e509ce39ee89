"""A Tk text widget."""
import tkinter
from sink import Talk

root = tkinter.Tk()
root.geometry("600x400")
edit = tkinter.Text(root)
edit.pack(fill="both", expand=True)


def get():
    return edit.get("1.0", "end-1c").encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def modified(event):
    edit.edit_modified(False)
    talk.changed()


talk = Talk(get, lambda: edit.delete("1.0", "end"))
edit.bind("<<Modified>>", modified)
edit.bind("<FocusIn>", lambda event: talk.say("ready"))
root.createfilehandler(0, tkinter.READABLE, lambda *a: talk.readable())
edit.focus_force()
root.mainloop()
